-- +goose Up

-- How often each face has fallen in a game with server dice. It stands in the log, which SQL cannot read: so for the games
-- of the time before, counted is 0 until the server has read them anew.
ALTER TABLE games ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN ones    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN twos    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN threes  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN fours   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN fives   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN sixes   INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_uncounted ON games (n) WHERE counted = 0;

-- Whether seats has the losses and lucks of a finished game. They are worked out after the append that ends the game.
ALTER TABLE games ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_unreviewed ON games (n) WHERE status = 'finished' AND reviewed = 0;

ALTER TABLE seats ADD COLUMN further_fives INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN upper_bonus   INTEGER NOT NULL DEFAULT 0; -- 0 or 1
ALTER TABLE seats ADD COLUMN loss          INTEGER;                    -- millionths of a point
ALTER TABLE seats ADD COLUMN luck          INTEGER;

-- One row: the sums over all games. Triggers keep it, so that whatever changes a game's counts changes the sums by as much.
CREATE TABLE fallen (
	one    INTEGER PRIMARY KEY CHECK (one = 1),
	ones   INTEGER NOT NULL,
	twos   INTEGER NOT NULL,
	threes INTEGER NOT NULL,
	fours  INTEGER NOT NULL,
	fives  INTEGER NOT NULL,
	sixes  INTEGER NOT NULL
) STRICT;
INSERT INTO fallen VALUES (1, 0, 0, 0, 0, 0, 0);

-- +goose StatementBegin
CREATE TRIGGER games_fell AFTER UPDATE OF ones, twos, threes, fours, fives, sixes ON games
WHEN (new.ones, new.twos, new.threes, new.fours, new.fives, new.sixes) IS NOT (old.ones, old.twos, old.threes, old.fours, old.fives, old.sixes)
BEGIN
	UPDATE fallen SET ones = ones + new.ones - old.ones, twos = twos + new.twos - old.twos, threes = threes + new.threes - old.threes,
		fours = fours + new.fours - old.fours, fives = fives + new.fives - old.fives, sixes = sixes + new.sixes - old.sixes;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER games_fell_first AFTER INSERT ON games
WHEN new.ones + new.twos + new.threes + new.fours + new.fives + new.sixes > 0
BEGIN
	UPDATE fallen SET ones = ones + new.ones, twos = twos + new.twos, threes = threes + new.threes, fours = fours + new.fours,
		fives = fives + new.fives, sixes = sixes + new.sixes;
END;
-- +goose StatementEnd

-- The totals that accounts have come to: in finished games, on seats that were not given up and have a result.
CREATE VIEW totals AS
SELECT s.account, g.ruleset, g.dice, CASE (SELECT count(*) FROM seats o WHERE o.n = g.n) WHEN 1 THEN 'solo' ELSE 'table' END AS kind,
	s.total, g.updated_at AS at, g.n
FROM games g CROSS JOIN seats s ON s.n = g.n
WHERE g.status = 'finished' AND s.account IS NOT NULL AND s.resigned = 0 AND s.placement > 0;

-- The best of those totals for each account, ruleset, dice and kind; of equals the one reached first.
CREATE TABLE bests (
	account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	ruleset TEXT NOT NULL,
	dice    TEXT NOT NULL,
	kind    TEXT NOT NULL,    -- solo, table
	total   INTEGER NOT NULL,
	at      INTEGER NOT NULL, -- when the server learned that the game was finished: a client's own time may say anything
	n       INTEGER NOT NULL REFERENCES games,
	PRIMARY KEY (account, ruleset, dice, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX bests_list ON bests (ruleset, dice, kind, total DESC, at, account);

INSERT INTO bests (account, ruleset, dice, kind, total, at, n)
SELECT account, ruleset, dice, kind, total, at, n FROM (
	SELECT *, row_number() OVER (PARTITION BY account, ruleset, dice, kind ORDER BY total DESC, at, n) AS place FROM totals)
WHERE place = 1;

-- +goose Down
DROP TABLE bests;
DROP VIEW totals;
DROP TRIGGER games_fell_first;
DROP TRIGGER games_fell;
DROP TABLE fallen;
ALTER TABLE seats DROP COLUMN luck;
ALTER TABLE seats DROP COLUMN loss;
ALTER TABLE seats DROP COLUMN upper_bonus;
ALTER TABLE seats DROP COLUMN further_fives;
DROP INDEX games_unreviewed;
ALTER TABLE games DROP COLUMN reviewed;
DROP INDEX games_uncounted;
ALTER TABLE games DROP COLUMN sixes;
ALTER TABLE games DROP COLUMN fives;
ALTER TABLE games DROP COLUMN fours;
ALTER TABLE games DROP COLUMN threes;
ALTER TABLE games DROP COLUMN twos;
ALTER TABLE games DROP COLUMN ones;
ALTER TABLE games DROP COLUMN counted;
