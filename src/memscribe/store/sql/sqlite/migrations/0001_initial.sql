-- The first schema. A migration runs inside one transaction and holds no BEGIN or COMMIT of its own.
-- Times are microseconds since 1970-01-01 UTC. `body` is the value's JSON: what is only read back whole stays in it,
-- what a query filters on is a column.

-- One row: the key of the body hashes, and how often vectors were erased (caches of vectors start again then).
CREATE TABLE meta (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    erasures INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO meta (only, secret) VALUES (1, :secret);

-- A field that is not set is '', which no set field can be: unlike NULL it is equal to itself, so that the
-- uniqueness holds and "unset or equal" is an IN that the index answers.
CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    session TEXT NOT NULL,
    revision INTEGER NOT NULL,
    UNIQUE (tenant, user, agent, project, session)
) STRICT;

CREATE TABLE receipts (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    scope_id INTEGER NOT NULL REFERENCES scopes,
    body TEXT NOT NULL
) STRICT;

CREATE INDEX receipts_by_scope ON receipts (scope_id, position);

CREATE TABLE idempotency (
    scope_id INTEGER NOT NULL REFERENCES scopes,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    receipt INTEGER NOT NULL REFERENCES receipts,
    PRIMARY KEY (scope_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_receipt ON idempotency (receipt);

CREATE TABLE episodes (
    id TEXT NOT NULL UNIQUE,
    scope_id INTEGER NOT NULL REFERENCES scopes,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE held (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    scope_id INTEGER NOT NULL REFERENCES scopes,
    status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected')),
    body TEXT NOT NULL
) STRICT;

CREATE INDEX held_by_scope ON held (scope_id, position);
CREATE INDEX held_by_status ON held (scope_id, status, position);

-- One row for each text that a memory ever had: versions that end a memory, and undo, share it with its vectors.
-- `place` names the scope as an index term, so that a lexical search costs what its own scope holds.
CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    scope_id INTEGER NOT NULL REFERENCES scopes,
    memory_id TEXT NOT NULL,
    text TEXT NOT NULL,
    terms TEXT NOT NULL,
    place TEXT NOT NULL GENERATED ALWAYS AS ('s' || scope_id) VIRTUAL
) STRICT;

CREATE INDEX texts_by_memory ON texts (memory_id);

CREATE VIRTUAL TABLE lexicon USING fts5 (
    place,
    terms,
    content = 'texts',
    content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);

-- What is deleted leaves no trace in the index, and the name of the scope has no say in the ranking.
INSERT INTO lexicon (lexicon, rank) VALUES ('secure-delete', 1);
INSERT INTO lexicon (lexicon, rank) VALUES ('rank', 'bm25(0.0, 1.0)');

CREATE TRIGGER texts_indexed AFTER INSERT ON texts BEGIN
    INSERT INTO lexicon (rowid, place, terms) VALUES (new.id, new.place, new.terms);
END;

CREATE TRIGGER texts_unindexed AFTER DELETE ON texts BEGIN
    INSERT INTO lexicon (lexicon, rowid, place, terms) VALUES ('delete', old.id, old.place, old.terms);
END;

CREATE TABLE encoders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL CHECK (dimensions > 0)
) STRICT;

CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    scope_id INTEGER NOT NULL REFERENCES scopes,
    encoder_id INTEGER NOT NULL REFERENCES encoders,
    text_id INTEGER NOT NULL REFERENCES texts ON DELETE CASCADE,
    vector BLOB NOT NULL,
    UNIQUE (text_id, encoder_id)
) STRICT;

CREATE INDEX vectors_by_scope ON vectors (scope_id, encoder_id, id);

CREATE TRIGGER vectors_erased AFTER DELETE ON vectors BEGIN
    UPDATE meta SET erasures = erasures + 1;
END;

CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    memory_id TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    scope_id INTEGER NOT NULL REFERENCES scopes,
    text_id INTEGER NOT NULL REFERENCES texts,
    kind TEXT NOT NULL,
    trust INTEGER NOT NULL,
    ended TEXT CHECK (ended IN ('changed', 'corrected', 'withdrawn', 'undone')),
    valid_from INTEGER,
    valid_to INTEGER,
    recorded_at INTEGER NOT NULL,
    superseded_at INTEGER CHECK (superseded_at >= recorded_at),
    external_id TEXT,
    body TEXT NOT NULL,
    UNIQUE (memory_id, number)
) STRICT;

-- A memory never has two open versions.
CREATE UNIQUE INDEX versions_open ON versions (memory_id) WHERE superseded_at IS NULL;
CREATE INDEX versions_active ON versions (scope_id, recorded_at) WHERE superseded_at IS NULL AND ended IS NULL;
CREATE INDEX versions_by_time ON versions (scope_id, recorded_at);
CREATE INDEX versions_by_text ON versions (text_id);

-- A memory keeps its external id when it ends; only undoing it gives the id free.
CREATE UNIQUE INDEX versions_external ON versions (scope_id, external_id)
    WHERE external_id IS NOT NULL AND superseded_at IS NULL AND ended IS NOT 'undone';

CREATE TRIGGER versions_immutable
BEFORE UPDATE OF id, memory_id, number, scope_id, text_id, kind, trust, ended, valid_from, valid_to, recorded_at,
    external_id, body ON versions
BEGIN
    SELECT RAISE(ABORT, 'a version is immutable');
END;

CREATE TRIGGER versions_closed_once BEFORE UPDATE OF superseded_at ON versions WHEN old.superseded_at IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a version is closed once');
END;

CREATE TRIGGER receipts_immutable BEFORE UPDATE ON receipts BEGIN
    SELECT RAISE(ABORT, 'a receipt is immutable');
END;
