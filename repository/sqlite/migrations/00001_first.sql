-- +goose Up

-- All times are integers: milliseconds since 1970 in UTC. UUIDs are their 16 bytes, SHA-256 sums their 32.

CREATE TABLE accounts (
	-- AUTOINCREMENT: the number of a deleted account never comes back, so that one left anywhere means nobody.
	account       INTEGER PRIMARY KEY AUTOINCREMENT,
	id            BLOB NOT NULL UNIQUE,
	name          TEXT NOT NULL,
	username      TEXT,
	username_key  TEXT UNIQUE,
	password_hash TEXT,
	created_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE sign_ins (
	id         BLOB PRIMARY KEY,
	account    INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	generation INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	rotated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_account ON sign_ins (account);

CREATE TABLE keys (
	k          INTEGER PRIMARY KEY,
	id         TEXT NOT NULL UNIQUE,
	purpose    TEXT NOT NULL,
	secret     BLOB NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX keys_purpose ON keys (purpose);

-- games holds the head of each log and what lists know of it. n is the order of all lists, and their cursor.
CREATE TABLE games (
	n               INTEGER PRIMARY KEY AUTOINCREMENT,
	id              BLOB NOT NULL UNIQUE,
	seq             INTEGER NOT NULL,
	hash            BLOB NOT NULL,
	host            INTEGER, -- an account; no REFERENCES, see players
	invite_code     TEXT,
	start_when_full INTEGER NOT NULL,
	created_at      INTEGER NOT NULL,
	updated_at      INTEGER NOT NULL,
	ruleset         TEXT NOT NULL,
	rules_version   INTEGER NOT NULL,
	status          TEXT NOT NULL,
	dice            TEXT NOT NULL,
	visibility      TEXT NOT NULL,
	options         TEXT NOT NULL,
	turn_seat       INTEGER NOT NULL,
	round           INTEGER NOT NULL,
	started_at      INTEGER,
	finished_at     INTEGER
) STRICT;
CREATE INDEX games_lobby ON games (n) WHERE status = 'open' AND visibility = 'public';

-- seeds stands apart from games so that no query for a game can show the seed by mistake.
CREATE TABLE seeds (
	n    INTEGER PRIMARY KEY REFERENCES games,
	seed BLOB NOT NULL
) STRICT;

-- events is the log. The rows of one game lie side by side. The last four columns are those of a call whose id is the
-- event's id; they are NULL elsewhere. No REFERENCES to games: a row is only ever written together with its game's.
CREATE TABLE events (
	n          INTEGER NOT NULL,
	seq        INTEGER NOT NULL,
	id         BLOB NOT NULL,
	hash       BLOB NOT NULL,
	body       BLOB NOT NULL, -- the event's canonical JSON, see codec.go
	caller     INTEGER,       -- an account; no REFERENCES, see players
	request    ANY,           -- digest: BLOB of what is hex, else TEXT
	call_first INTEGER,
	call_last  INTEGER,
	PRIMARY KEY (n, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_id ON events (n, id);

CREATE TABLE seats (
	n         INTEGER NOT NULL REFERENCES games,
	seat      INTEGER NOT NULL,
	kind      TEXT NOT NULL,
	bot_level TEXT,
	resigned  INTEGER NOT NULL,
	total     INTEGER NOT NULL,
	placement INTEGER NOT NULL,
	account   INTEGER, -- no REFERENCES, see players
	name      TEXT,    -- of a guest
	PRIMARY KEY (n, seat)
) STRICT, WITHOUT ROWID;

-- players tells in which games an account holds or held a seat, is or was host, or made a call: where its number can
-- stand in seats, games and events. It serves the list of an account's games and the deletion of the account, and
-- spares those three tables, of which events is by far the largest, an index on the account each.
CREATE TABLE players (
	account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	n       INTEGER NOT NULL REFERENCES games,
	PRIMARY KEY (account, n)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE players;
DROP TABLE seats;
DROP TABLE events;
DROP TABLE seeds;
DROP TABLE games;
DROP TABLE keys;
DROP TABLE sign_ins;
DROP TABLE accounts;
