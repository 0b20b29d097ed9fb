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
	finished_at     INTEGER,
	-- The chunk of events after those in chunks. An append of a few events so changes this row and nothing else: each
	-- page that is written costs more than all the rest of an append.
	tail            BLOB NOT NULL
) STRICT;
CREATE INDEX games_lobby ON games (n) WHERE status = 'open' AND visibility = 'public';

-- chunks holds the logs in runs of events. They are in the order in which they were written, whatever the game, so that
-- they fill the file without gaps.
CREATE TABLE chunks (
	k    INTEGER PRIMARY KEY,
	n    INTEGER NOT NULL REFERENCES games,
	last INTEGER NOT NULL, -- number of the last event
	body BLOB NOT NULL     -- see chunk.go
) STRICT;
CREATE UNIQUE INDEX chunks_of ON chunks (n, last);

-- seeds stands apart from games so that no query for a game can show the seed by mistake.
CREATE TABLE seeds (
	n    INTEGER PRIMARY KEY REFERENCES games,
	seed BLOB NOT NULL
) STRICT;

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

-- players tells in which games an account holds or held a seat, is or was host, or made a call. It serves the list of
-- an account's games, and its deletion, so that games and seats need no index on the account each.
-- A call in a chunk names its caller by p: once the account is deleted p means nobody, and it never told which calls
-- in other games were the same person's.
CREATE TABLE players (
	p       INTEGER PRIMARY KEY AUTOINCREMENT,
	account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	n       INTEGER NOT NULL REFERENCES games,
	UNIQUE (account, n)
) STRICT;

-- +goose Down
DROP TABLE players;
DROP TABLE seats;
DROP TABLE seeds;
DROP TABLE chunks;
DROP TABLE games;
DROP TABLE keys;
DROP TABLE sign_ins;
DROP TABLE accounts;
