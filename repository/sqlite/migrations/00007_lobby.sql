-- +goose Up

-- A code leads to one game. It dies at the start, and of games that share one by chance the oldest keeps it.
UPDATE games SET invite_code = NULL WHERE invite_code IS NOT NULL AND (status <> 'open'
	OR EXISTS (SELECT 1 FROM games o WHERE o.invite_code = games.invite_code AND o.status = 'open' AND o.n < games.n));
CREATE UNIQUE INDEX games_invite_code ON games (invite_code) WHERE invite_code IS NOT NULL;

-- By whom a private game may be watched: those who have named its watch code, as long as that is the code.
ALTER TABLE games ADD COLUMN watch_code TEXT;
CREATE UNIQUE INDEX games_watch_code ON games (watch_code) WHERE watch_code IS NOT NULL;
CREATE TABLE watchers (
	n       INTEGER NOT NULL REFERENCES games,
	account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	PRIMARY KEY (n, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX watchers_account ON watchers (account);

-- How often what is kept beside the log was changed apart from it: codes, the host, the names of accounts. With the head it
-- tells whether a game is still shown as it was.
ALTER TABLE games ADD COLUMN beside INTEGER NOT NULL DEFAULT 0;

-- When a game was made that is not over; NULL once it is. It is a column of its own because an index on status would be
-- written to by every move: an append sets status, though mostly to what it is.
ALTER TABLE games ADD COLUMN unfinished INTEGER;
UPDATE games SET unfinished = created_at WHERE status IN ('open', 'playing');
CREATE INDEX games_unfinished ON games (unfinished) WHERE unfinished IS NOT NULL;
CREATE INDEX games_open ON games (created_at) WHERE status = 'open';

-- +goose Down
DROP INDEX games_open;
DROP INDEX games_unfinished;
ALTER TABLE games DROP COLUMN unfinished;
ALTER TABLE games DROP COLUMN beside;
DROP TABLE watchers;
DROP INDEX games_watch_code;
ALTER TABLE games DROP COLUMN watch_code;
DROP INDEX games_invite_code;
