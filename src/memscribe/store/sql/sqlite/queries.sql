-- Every statement of the SQLite store. The comment after a name says why the statement is as it is.
-- `{where}` stands for conditions put together from the `where_...` pieces; values are always bound, never pasted.

-- Scopes ------------------------------------------------------------------------------------------------------

-- name: scope
-- All five fields are compared, unset ones as '': exactly this scope.
SELECT id, revision FROM scopes
WHERE tenant = :tenant AND user = :user AND agent = :agent AND project = :project AND session = :session

-- name: visible_scopes
-- The tenant is equal, every other field is unset or equal. At most 16 seeks in the index.
SELECT id FROM scopes
WHERE tenant = :tenant AND user IN ('', :user) AND agent IN ('', :agent) AND project IN ('', :project)
    AND session IN ('', :session)

-- name: ensure_scope
-- A version may belong to a scope in which no batch was ever applied: its revision stays 0.
INSERT INTO scopes (tenant, user, agent, project, session, revision)
VALUES (:tenant, :user, :agent, :project, :session, 0)
ON CONFLICT DO NOTHING

-- name: advance_scope
-- Last in a batch: readers see the new revision together with what it stands for.
UPDATE scopes SET revision = revision + 1 WHERE id = :scope_id

-- Writing -----------------------------------------------------------------------------------------------------

-- name: keyed_receipt
-- The first receipt under an idempotency key, with the hash of the body that it answered.
SELECT i.body_hash, r.body FROM idempotency AS i JOIN receipts AS r ON r.position = i.receipt
WHERE i.scope_id = :scope_id AND i.key = :key

-- name: insert_receipt
-- Positions follow the order of commits, because writers take turns.
INSERT INTO receipts (id, scope_id, body) VALUES (:id, :scope_id, :body) RETURNING position

-- name: insert_key
-- The primary key is what makes a retry apply once, even where two processes race.
INSERT INTO idempotency (scope_id, key, body_hash, receipt) VALUES (:scope_id, :key, :body_hash, :receipt)

-- name: insert_episode
-- The source of the evidence commits together with what rests on it.
INSERT INTO episodes (id, scope_id, body) VALUES (:id, :scope_id, :body)

-- name: insert_held
-- The status is a column, because the review queue asks for pending items.
INSERT INTO held (id, scope_id, status, body) VALUES (:id, :scope_id, :status, :body)

-- name: decide_held
-- Only a waiting item is decided and only a decided item waits again: of two reviewers one comes first.
UPDATE held SET status = :status, body = :body
WHERE id = :id AND scope_id = :scope_id AND (status = 'pending') <> (:status = 'pending')

-- name: open_version
-- What a new version must follow.
SELECT number, recorded_at, scope_id FROM versions WHERE memory_id = :memory_id AND superseded_at IS NULL

-- name: close_version
-- The only update that a version ever sees.
UPDATE versions SET superseded_at = :recorded_at WHERE memory_id = :memory_id AND superseded_at IS NULL

-- name: text
-- The text is not indexed, since it may be long; a memory has few.
SELECT id FROM texts WHERE memory_id = :memory_id AND text = :text

-- name: insert_text
-- A trigger puts it into the lexicon.
INSERT INTO texts (scope_id, memory_id, text, terms) VALUES (:scope_id, :memory_id, :text, :terms) RETURNING id

-- name: insert_version
-- Uniqueness of the number, of the open version and of the external id is the schema's.
INSERT INTO versions (
    memory_id, number, scope_id, text_id, kind, trust, ended, valid_from, valid_to, recorded_at, external_id, body
) VALUES (
    :memory_id, :number, :scope_id, :text_id, :kind, :trust, :ended, :valid_from, :valid_to, :recorded_at,
    :external_id, :body
)

-- name: ensure_encoder
-- The first vector of an encoder fixes its dimensions.
INSERT INTO encoders (name, dimensions) VALUES (:name, :dimensions) ON CONFLICT DO NOTHING

-- name: encoder
-- Vectors of different encoders are never compared.
SELECT id, dimensions FROM encoders WHERE name = :name

-- name: insert_vector
-- A text keeps the first vector that an encoder gave it.
INSERT INTO vectors (scope_id, encoder_id, text_id, vector) VALUES (:scope_id, :encoder_id, :text_id, :vector)
ON CONFLICT DO NOTHING

-- Reading by id -----------------------------------------------------------------------------------------------

-- name: receipt
-- The scope is a condition and no afterthought: another scope's receipt is not there.
SELECT body FROM receipts WHERE id = :id AND scope_id = :scope_id

-- name: receipts
-- Newest first, in the order in which they were applied.
SELECT body FROM receipts WHERE scope_id = :scope_id ORDER BY position DESC LIMIT :limit

-- name: episode
-- An episode is visible where its memories are.
SELECT body FROM episodes WHERE id = :id AND scope_id IN ({visible_scopes})

-- name: held
-- Oldest first: what has waited longest is decided first.
SELECT body FROM held WHERE scope_id = :scope_id ORDER BY position

-- name: held_of_status
-- Oldest first; an index of its own, because decided items pile up.
SELECT body FROM held WHERE scope_id = :scope_id AND status = :status ORDER BY position

-- name: held_item
-- Decisions are taken in exactly the scope that was written to.
SELECT body FROM held WHERE id = :id AND scope_id = :scope_id

-- name: history
-- Oldest first, by number: recording times may be equal.
SELECT v.body, t.text, v.recorded_at, v.superseded_at FROM versions AS v JOIN texts AS t ON t.id = v.text_id
WHERE v.memory_id = :memory_id AND v.scope_id IN ({visible_scopes}) ORDER BY v.number

-- name: secret
-- Made together with the file, so that all processes have the same.
SELECT secret FROM meta

-- Conditions of a memory filter -------------------------------------------------------------------------------

-- name: where_exact
-- Only this scope; the three conditions on scopes begin with the column, see search.filtered.
v.scope_id = (
    SELECT id FROM scopes
    WHERE tenant = :tenant AND user = :user AND agent = :agent AND project = :project AND session = :session
)

-- name: where_place
-- One of the scopes that were found visible: an index then yields the versions in order of recording.
v.scope_id = :place

-- name: where_visible
-- This scope and its ancestors, for statements whose order does not come from an index of scopes.
v.scope_id IN ({visible_scopes})

-- name: where_known_now
-- The open version; the condition of two partial indexes.
v.superseded_at IS NULL

-- name: where_known_at
-- Half-open in transaction time: of two versions that meet at an instant the later one is believed.
v.recorded_at <= :known_at AND (v.superseded_at IS NULL OR v.superseded_at > :known_at)

-- name: where_active
-- By far the most frequent set of statuses.
v.ended IS NULL

-- name: where_ended
-- Any other set of statuses, by how memories of that status ended.
coalesce(v.ended, '') IN (SELECT value FROM json_each(:endings))

-- name: where_valid_at
-- Half-open in valid time. What ended as changed was true while it lasted; every other end says it never was.
coalesce(v.ended, 'changed') = 'changed'
    AND coalesce(v.valid_from <= :valid_at, TRUE) AND coalesce(v.valid_to > :valid_at, TRUE)

-- name: where_kinds
-- One statement for any number of kinds, so that it stays prepared.
v.kind IN (SELECT value FROM json_each(:kinds))

-- name: where_trust
-- The rank of the origin is stored, so that no query knows the table of trusts.
v.trust >= :min_trust

-- name: where_memories
-- Drives the query through the index of memory ids.
v.memory_id IN (SELECT value FROM json_each(:memory_ids))

-- Finding -----------------------------------------------------------------------------------------------------

-- name: find
-- Most recently recorded first; what was recorded at one instant comes in the reverse order of writing.
SELECT v.body, t.text, v.recorded_at, v.superseded_at, v.id FROM versions AS v JOIN texts AS t ON t.id = v.text_id
WHERE {where} ORDER BY v.recorded_at DESC, v.id DESC LIMIT :limit

-- name: best_texts
-- Without a join SQLite keeps only as many as the limit while it ranks; most queries are answered from these.
SELECT rowid, -bm25(lexicon, 0.0, 1.0) AS score FROM lexicon
WHERE lexicon MATCH :match ORDER BY score DESC LIMIT :limit

-- name: matching
-- For a filter that few of the best texts pass.
-- The cross joins keep the lexicon outermost: it yields texts in order of rank, and the conditions are checked
-- one text after the other until the limit is reached.
SELECT v.body, t.text, v.recorded_at, v.superseded_at, -f.rank
FROM lexicon AS f CROSS JOIN versions AS v ON v.text_id = f.rowid CROSS JOIN texts AS t ON t.id = f.rowid
WHERE f.lexicon MATCH :match AND {where}
ORDER BY f.rank LIMIT :limit

-- name: passing_texts
-- For a filter that few of the nearest texts pass: all that do, to be ranked afterwards.
SELECT v.text_id FROM versions AS v WHERE {where}

-- name: ranked
-- Texts come ranked; the conditions are checked in that order. Under one filter a text stands for one version.
SELECT v.body, t.text, v.recorded_at, v.superseded_at, v.text_id
FROM json_each(:text_ids) AS j CROSS JOIN versions AS v ON v.text_id = j.value
CROSS JOIN texts AS t ON t.id = v.text_id
WHERE {where} ORDER BY j.key LIMIT :limit

-- name: erasures
-- Vectors are only ever added, unless this number grows.
SELECT erasures FROM meta

-- name: vectors_after
-- What was added to a scope since a cache was last filled.
SELECT id, text_id, vector FROM vectors
WHERE scope_id = :scope_id AND encoder_id = :encoder_id AND id > :after ORDER BY id LIMIT :limit

-- name: vectors
-- Every text that passes, with its vector.
SELECT t.text, x.vector FROM versions AS v
JOIN texts AS t ON t.id = v.text_id JOIN vectors AS x ON x.text_id = v.text_id AND x.encoder_id = :encoder_id
WHERE {where}
