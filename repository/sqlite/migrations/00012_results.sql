-- +goose Up

-- What an account has come to in each of its finished games, in one place of the file: its games lie anywhere, so that to sum up
-- its statistics from them took a page of the file for each. All of it follows from games and seats, by the view; it is written
-- with the append that ends a game, and with the review.
CREATE TABLE results (
	account       INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	ruleset       TEXT NOT NULL,
	n             INTEGER NOT NULL REFERENCES games,
	dice          TEXT NOT NULL,
	solo          INTEGER NOT NULL, -- whether the game had one seat: 0 or 1
	total         INTEGER NOT NULL,
	placement     INTEGER NOT NULL,
	resigned      INTEGER NOT NULL,
	further_fives INTEGER NOT NULL,
	upper_bonus   INTEGER NOT NULL,
	loss          INTEGER,
	luck          INTEGER,
	PRIMARY KEY (account, ruleset, n)
) STRICT, WITHOUT ROWID;

CREATE VIEW outcomes AS
SELECT s.account, g.ruleset, g.n, g.dice, NOT EXISTS (SELECT 1 FROM seats o WHERE o.n = g.n AND o.seat = 1) AS solo,
	s.total, s.placement, s.resigned, s.further_fives, s.upper_bonus, s.loss, s.luck
FROM games g CROSS JOIN seats s ON s.n = g.n
WHERE g.status = 'finished' AND s.account IS NOT NULL AND s.placement > 0;

INSERT INTO results SELECT * FROM outcomes ORDER BY account, ruleset, n;

-- +goose Down
DROP VIEW outcomes;
DROP TABLE results;
