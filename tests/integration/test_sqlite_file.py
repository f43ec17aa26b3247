"""The SQLite store and its file: migrations, foreign and damaged files, full disks, plans of the queries."""

import itertools
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import numpy as np
import pytest

from memscribe.core.errors import (
    MigrationError,
    StoreBusyError,
    StoreDamagedError,
    StoreError,
)
from memscribe.core.ports import MemoryFilter
from memscribe.store import SqliteStore
from memscribe.store.sqlite import connections
from memscribe.store.sqlite.connections import connect
from memscribe.store.sqlite.migrate import APPLICATION_ID, Migration, prepare, shipped
from memscribe.store.sqlite.search import filtered
from memscribe.store.sqlite.vectors import VectorCache
from memscribe.store.statements import parse, statements
from store_parts import ADA, BOB, ENCODER, EVERY_STATUS, SESSION, Maker, at, following, texts, unit

SQL = statements("sqlite")
SOURCES = Path(__file__).parents[2] / "src" / "memscribe" / "store"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore.open(path)
    yield opened
    opened.close()


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = apsw.Connection(str(path))
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def schema(path: Path) -> list[tuple[object, ...]]:
    """Return everything that the schema says, and what the migrations left in the tables of their own."""
    kept = rows(path, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    return [*kept, *rows(path, "SELECT k, v FROM lexicon_config ORDER BY k")]


def prepared(path: Path, migrations: tuple[Migration, ...]) -> Path:
    prepare(str(path), busy_timeout_s=1, migrations=migrations)
    return path


# Migrations -----------------------------------------------------------------------------------------------------

LATER = (
    Migration(2, "0002_moods", "CREATE TABLE moods (name TEXT) STRICT; INSERT INTO moods VALUES ('calm');"),
    Migration(3, "0003_colours", "ALTER TABLE moods ADD COLUMN colour TEXT; CREATE INDEX by_mood ON moods (name);"),
)


def test_shipped_migrations_are_numbered_from_one_without_a_gap() -> None:
    assert [migration.number for migration in shipped()] == list(range(1, len(shipped()) + 1))
    for migration in shipped():
        assert re.fullmatch(r"\d{4}_\w+", migration.name)
        assert not re.search(r"\b(BEGIN IMMEDIATE|COMMIT|ROLLBACK)\b", re.sub(r"--.*", "", migration.sql))


def test_a_migrated_file_equals_a_fresh_one(tmp_path: Path) -> None:
    every = (*shipped(), *LATER)
    fresh = schema(prepared(tmp_path / "fresh.db", every))

    for known in range(1, len(every)):
        old = prepared(tmp_path / f"from{known}.db", every[:known])
        assert schema(old) != fresh
        assert schema(prepared(old, every)) == fresh
        assert rows(old, "PRAGMA user_version") == [(len(every),)]


def test_a_migration_keeps_what_is_stored(path: Path) -> None:
    store = SqliteStore.open(path)
    make = Maker()
    store.apply(make.batch(make.version(), held=1))
    secret = store.secret()
    store.close()

    prepared(path, (*shipped(), *LATER))

    assert rows(path, "SELECT text FROM texts") == [("Ada lives in Lima.",)]
    assert rows(path, "SELECT secret FROM meta") == [(secret,)]


@pytest.mark.parametrize(
    "broken",
    [
        "CREATE TABLE moods (name TEXT) STRICT; UPDATE meta SET erasures = 7; DROP TABLE nowhere;",
        "CREATE TABLE moods (name TEXT) STRICT; INSERT INTO meta (only, secret) VALUES (2, zeroblob(32));",
    ],
)
def test_a_migration_that_fails_leaves_the_old_schema(path: Path, broken: str) -> None:
    prepared(path, shipped())
    before = (schema(path), rows(path, "SELECT * FROM meta"))
    step = Migration(len(shipped()) + 1, "0002_broken", broken)

    with pytest.raises(MigrationError, match=r"0002_broken .* failed .* the file is as it was"):
        prepared(path, (*shipped(), step))

    assert (schema(path), rows(path, "SELECT * FROM meta")) == before
    SqliteStore.open(path).close()


def test_a_process_that_ends_inside_a_migration_leaves_the_old_schema(path: Path) -> None:
    prepared(path, shipped())
    before = schema(path)
    script = (
        "import os, sys\n"
        "from memscribe.store.sqlite import migrate\n"
        "from memscribe.store.sqlite.connections import Session\n"
        "run = Session.rows\n"
        "def rows(self, sql, bindings={}):\n"
        "    answer = run(self, sql, bindings)\n"
        "    if sql.startswith('CREATE TABLE moods'):\n"
        "        os._exit(9)\n"
        "    return answer\n"
        "Session.rows = rows\n"
        "step = migrate.Migration(2, '0002_moods', 'CREATE TABLE moods (name TEXT) STRICT')\n"
        "migrate.prepare(sys.argv[1], busy_timeout_s=1, migrations=(*migrate.shipped(), step))\n"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == 9

    assert schema(path) == before
    SqliteStore.open(path).close()


def test_a_file_remembers_its_migrations(path: Path) -> None:
    SqliteStore.open(path).close()
    assert rows(path, "SELECT number, name, checksum FROM migrations") == [
        (migration.number, migration.name, migration.checksum) for migration in shipped()
    ]
    assert rows(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert rows(path, "PRAGMA journal_mode") == [("wal",)]


# Files that are not ours ----------------------------------------------------------------------------------------


def _other_database(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')")
    connection.close()


def _other_application(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA application_id = 7; PRAGMA user_version = 1")
    connection.close()


def _newer(path: Path) -> None:
    prepared(path, (*shipped(), *LATER))


def _of_other_migrations(path: Path) -> None:
    first = replace(shipped()[0], sql=shipped()[0].sql + "\nCREATE TABLE extra (a) ;")
    prepared(path, (first, *shipped()[1:]))


FOREIGN: dict[str, tuple[Callable[[Path], object], type[StoreError], str]] = {
    "text": (lambda path: path.write_text("Dear diary, " * 500), StoreDamagedError, "no database"),
    "binary": (lambda path: path.write_bytes(bytes(range(256)) * 99), StoreDamagedError, "no database"),
    "other database": (_other_database, StoreDamagedError, "another program's"),
    "other application": (_other_application, StoreDamagedError, "another program's"),
    "newer": (_newer, MigrationError, "a newer memscribe wrote it"),
    "other migrations": (_of_other_migrations, MigrationError, "other migrations"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_is_not_ours_is_refused_and_left_untouched(path: Path, kind: str) -> None:
    write, error, message = FOREIGN[kind]
    write(path)
    before = path.read_bytes()

    with pytest.raises(error, match=message):
        SqliteStore.open(path)

    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_log_of_another_programs_database_is_left_alone(path: Path) -> None:
    """Opening and closing such a file must not merge its write-ahead log."""
    script = (
        "import apsw, os, sys\n"
        "c = apsw.Connection(sys.argv[1])\n"
        "c.execute('PRAGMA journal_mode = wal; CREATE TABLE recipes (name TEXT)').fetchall()\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    log = path.with_name("memory.db-wal")
    before = (path.read_bytes(), log.read_bytes())
    assert before[1]

    with pytest.raises(StoreDamagedError):
        SqliteStore.open(path)

    assert (path.read_bytes(), log.read_bytes()) == before


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    SqliteStore.open(path).close()
    assert rows(path, "PRAGMA application_id") == [(APPLICATION_ID,)]


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="check that its folder exists"):
        SqliteStore.open(tmp_path / "nowhere" / "memory.db")


def test_a_damaged_page_is_said_and_not_answered_from(path: Path) -> None:
    store = SqliteStore.open(path)
    make = Maker()
    store.apply(make.batch(*(make.version(f"fact {n}") for n in range(300))))
    store.close()
    content = bytearray(path.read_bytes())
    root = rows(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'versions'")[0][0]
    assert isinstance(root, int)
    content[(root - 1) * 4096 : root * 4096] = os.urandom(4096)
    path.write_bytes(content)

    damaged = SqliteStore.open(path)
    with pytest.raises(StoreDamagedError, match="restore it from a backup"):
        damaged.find(MemoryFilter(scope=ADA))
    damaged.close()


# Reopening, locks, full disks -----------------------------------------------------------------------------------


def test_everything_is_there_after_reopening(path: Path) -> None:
    store = SqliteStore.open(path)
    make = Maker()
    batch = make.batch(make.version(), held=1, key="k", body_hash="h", vectors={"Ada lives in Lima.": unit(1, 2)})
    store.apply(batch)
    secret = store.secret()
    store.close()

    store = SqliteStore.open(str(path))
    assert texts(store) == ["Ada lives in Lima."]
    assert store.keyed_receipt("k", scope=ADA) == ("h", batch.receipt)
    assert store.held(scope=ADA) == batch.held
    assert store.revision(ADA) == 1
    assert store.secret() == secret
    assert len(store.nearest(np.ones(2, np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=1)) == 1
    store.close()


def test_two_files_have_two_secrets(tmp_path: Path) -> None:
    one, other = (SqliteStore.open(tmp_path / name) for name in ("one.db", "other.db"))
    assert one.secret() != other.secret()
    one.close()
    other.close()


def test_a_write_that_waits_too_long_is_told_that_the_store_is_busy(path: Path) -> None:
    store = SqliteStore.open(path, busy_timeout_s=0.05)
    blocker = apsw.Connection(str(path))
    blocker.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreBusyError, match=r"locked by another process for 0\.05 s: try again"):
        store.apply(Maker().batch())
    assert store.revision(ADA) == 0  # reading does not wait

    blocker.execute("COMMIT")
    store.apply(Maker().batch())
    assert store.revision(ADA) == 1
    blocker.close()
    store.close()


def test_a_file_that_may_not_be_written_to_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore.open(path).close()
    monkeypatch.setattr(connections, "_SETTINGS", f"{connections._SETTINGS} PRAGMA query_only = ON;")
    store = SqliteStore.open(path)
    with pytest.raises(StoreError, match="may not be written to: check its permissions"):
        store.apply(Maker().batch())
    store.close()


class FailingDisk(apsw.VFS):
    """Passes on to the system's own files, until told to fail."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.writes_left = 10**9
        self.error: type[apsw.Error] = apsw.FullError
        super().__init__(name, base="")

    def xOpen(self, name, flags):  # noqa: ANN001, ANN201, N802
        return _FailingFile(self, name, flags)


class _FailingFile(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name, flags) -> None:  # noqa: ANN001
        self._disk = disk
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._disk.writes_left <= 0:
            raise self._disk.error("the test says so")
        self._disk.writes_left -= 1
        super().xWrite(data, offset)


@pytest.mark.parametrize(
    ("error", "message"), [(apsw.FullError, "free some space"), (apsw.IOError, "check the disk")]
)
def test_a_failing_disk_is_said_and_nothing_is_half_done(path: Path, error: type[apsw.Error], message: str) -> None:
    disk = FailingDisk(f"failing-{error.__name__}")
    disk.error = error
    store = SqliteStore.open(path, vfs=disk.name)
    make = Maker()
    store.apply(make.batch(make.version("stored")))
    stored, refused = 1, 0
    for writes in range(0, 200, 4):
        disk.writes_left = writes
        batch = make.batch(make.version(f"after {writes} writes"), held=1)
        told = ""
        try:
            store.apply(batch)
        except StoreError as raised:
            told = str(raised)
        disk.writes_left = 10**9
        if told:
            refused += 1
            assert message in told
            assert store.receipt(batch.receipt.id, scope=ADA) is None
        else:
            stored += 1
            assert store.receipt(batch.receipt.id, scope=ADA) == batch.receipt
        assert store.revision(ADA) == len(texts(store)) == len(store.held(scope=ADA)) + 1 == stored
    assert stored > 5
    assert refused > 5
    store.close()
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    disk.unregister()


def test_many_processes_may_make_one_file_at_once(path: Path) -> None:
    script = (
        "import sys; from memscribe.store import SqliteStore; SqliteStore.open(sys.argv[1]).close(); print('ok')"
    )
    command = [sys.executable, "-c", script, str(path)]
    makers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert [maker.communicate()[0] for maker in makers] == ["ok\n"] * 6


# The schema's own guards ----------------------------------------------------------------------------------------


SECOND_OPEN_VERSION = """
    INSERT INTO versions
    SELECT 99, memory_id, 9, scope_id, text_id, kind, trust, ended, valid_from, valid_to,
        recorded_at, NULL, NULL, body
    FROM versions WHERE superseded_at IS NULL
"""


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE versions SET body = '{}'",
        "UPDATE versions SET ended = 'undone'",
        "UPDATE versions SET recorded_at = 0",
        "UPDATE versions SET superseded_at = 1 WHERE superseded_at IS NOT NULL",
        "UPDATE versions SET superseded_at = NULL WHERE superseded_at IS NOT NULL",
        "UPDATE receipts SET body = '{}'",
        SECOND_OPEN_VERSION,
        "UPDATE versions SET superseded_at = recorded_at - 1 WHERE superseded_at IS NULL",
    ],
)
def test_the_schema_itself_refuses_to_rewrite_history(path: Path, store: SqliteStore, sql: str) -> None:
    make = Maker()
    version = make.version()
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=1)))

    with pytest.raises(apsw.ConstraintError):
        rows(path, sql)


def test_an_erased_vector_is_forgotten_by_the_cache(path: Path, store: SqliteStore) -> None:
    make = Maker()
    vectors = {"one": unit(1, 0), "two": unit(0, 1)}
    store.apply(make.batch(make.version("one"), make.version("two"), vectors=vectors))
    where = MemoryFilter(scope=ADA)
    assert len(store.nearest(np.ones(2, np.float32), where, encoder_id=ENCODER, limit=9)) == 2

    rows(path, "DELETE FROM vectors WHERE text_id = (SELECT id FROM texts WHERE text = 'one')")

    hits = store.nearest(np.ones(2, np.float32), where, encoder_id=ENCODER, limit=9)
    assert [hit.memory.text for hit in hits] == ["two"]


def test_a_deleted_text_leaves_no_copy_in_the_file(path: Path, store: SqliteStore) -> None:
    """What erasure will rest on: secure deletion in the tables and in the lexicon."""
    make = Maker()
    store.apply(
        make.batch(make.version("the zanzibarquartz canary"), vectors={"the zanzibarquartz canary": unit(1)})
    )
    store.apply(make.batch(make.version("another fact")))
    store.close()
    assert b"zanzibarquartz" in path.read_bytes()

    session = connect(str(path), busy_timeout_s=1)
    session.rows("DELETE FROM versions WHERE text_id = 1; DELETE FROM receipts WHERE position = 1")
    session.rows("DELETE FROM texts WHERE id = 1")
    session.pragma("wal_checkpoint(TRUNCATE)")
    assert session.rows("SELECT count(*) FROM vectors") == [(0,)]
    session.connection.close()

    assert b"zanzibarquartz" not in path.read_bytes()
    assert b"zanzibarquartz".upper() not in path.read_bytes().upper()


def test_the_cache_of_vectors_keeps_to_its_size(path: Path, store: SqliteStore) -> None:
    make = Maker()
    for scope in (ADA, BOB, SESSION):
        named = {f"{scope} {n}": unit(*range(1, 65)) for n in range(30)}
        store.apply(make.batch(*(make.version(text, scope=scope) for text in named), scope=scope, vectors=named))
    cache = VectorCache(most_bytes=20_000)
    session = connect(str(path), busy_timeout_s=1)
    query = np.ones(64, np.float32) / 8

    for _ in range(2):
        for scope_id in (1, 2, 3):
            ids, cosines = cache.similarities(session, query, scope_ids=[scope_id], encoder_id=1)
            assert (len(ids), len(cosines)) == (30, 30)
            assert sum(block.bytes for block in cache._blocks.values()) <= 20_000
    session.connection.close()


# Statements -----------------------------------------------------------------------------------------------------


def test_every_statement_says_why_it_is_as_it_is_and_is_used() -> None:
    source = (SOURCES / "sql" / "sqlite" / "queries.sql").read_text(encoding="utf-8")
    code = "".join(file.read_text(encoding="utf-8") for file in (SOURCES / "sqlite").glob("*.py"))
    for name in SQL:
        assert re.search(rf"^-- name: {name}\n-- [A-Z].{{20,}}", source, re.MULTILINE), f"{name} gives no reason"
        assert f'"{name}"' in code or f"{{{name}}}" in source, f"{name} is not used"


def test_a_name_stands_once() -> None:
    assert parse("-- name: one\n-- Why.\nSELECT 1\n-- name: two\nSELECT ({one})\n")["two"] == "SELECT (SELECT 1)"
    with pytest.raises(ValueError, match="got 'one' twice"):
        parse("-- name: one\nSELECT 1\n-- name: one\nSELECT 2\n")


def _filters() -> Iterator[MemoryFilter]:
    choices = itertools.product(
        (False, True), ((), ("plan",)), (None, 50), (None, at(1)), (None, at(2)), (("active",), EVERY_STATUS),
        ((), ("mem_1", "mem_2")),
    )  # fmt: skip
    for exact, kinds, min_trust, valid_at, known_at, statuses, memory_ids in choices:
        yield MemoryFilter(
            scope=SESSION,
            exact=exact,
            kinds=kinds,
            min_trust=min_trust,
            valid_at=valid_at,
            known_at=known_at,
            statuses=statuses,
            memory_ids=memory_ids,
        )


@pytest.fixture
def explain(path: Path, store: SqliteStore) -> Iterator[Callable[[str], list[str]]]:
    make = Maker()
    store.apply(make.batch(*(make.version(f"fact {n}") for n in range(50))))
    session = connect(str(path), busy_timeout_s=1)
    yield lambda sql: [row[3] for row in session.rows(f"EXPLAIN QUERY PLAN {sql}", _Anything())]
    session.connection.close()


class _Anything(dict[str, None]):
    def __missing__(self, key: str) -> None:
        return None


def _scans(plan: list[str]) -> list[str]:
    """Return the steps that read a whole table (virtual tables have an index of their own, subqueries a limit)."""
    return [step for step in plan if step.startswith("SCAN") and not re.search(r"VIRTUAL TABLE|\(subquery", step)]


@pytest.mark.parametrize("name", sorted(set(SQL) - {"secret", "erasures"}))
def test_no_statement_reads_a_whole_table(name: str, explain: Callable[[str], list[str]]) -> None:
    """The one row of ``meta`` apart."""
    if name.startswith("where_"):
        return
    if "{where}" not in SQL[name]:
        assert _scans(explain(SQL[name])) == []
        return
    for where in _filters():
        places = ("where_place",) if name == "find" else (None,)
        for place in places:
            sql, _ = filtered(name, where, place=place)
            assert _scans(explain(sql)) == [], sql


def test_recent_memories_are_read_in_order_without_sorting(explain: Callable[[str], list[str]]) -> None:
    for where in _filters():
        if where.memory_ids:
            continue
        sql, _ = filtered("find", where, place="where_place")
        assert not [step for step in explain(sql) if "TEMP B-TREE" in step], sql


def test_a_few_memories_are_reached_by_their_ids(explain: Callable[[str], list[str]]) -> None:
    for where in _filters():
        if where.memory_ids:
            sql, _ = filtered("passing_texts", where)
            assert any("memory_id=?" in step for step in explain(sql)), explain(sql)
