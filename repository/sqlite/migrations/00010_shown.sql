-- +goose Up

-- What a list of records shows of a game stands in its index, so that a page of it is read from one place of the file: the
-- games of its records lie anywhere. Both are fixed when a game is made. Of accounts only the names change, and there are far
-- fewer accounts than games.
ALTER TABLE bests ADD COLUMN game   BLOB NOT NULL DEFAULT x''; -- the game's id
ALTER TABLE bests ADD COLUMN public INTEGER NOT NULL DEFAULT 0; -- whether everybody may see the game: 0 or 1
UPDATE bests SET (game, public) = (SELECT id, visibility = 'public' FROM games g WHERE g.n = bests.n);

DROP INDEX bests_list;
CREATE INDEX bests_list ON bests (ruleset, dice, kind, total DESC, at, account, game, public);

DROP VIEW totals;
CREATE VIEW totals AS
SELECT s.account, g.ruleset, g.dice, CASE (SELECT count(*) FROM seats o WHERE o.n = g.n) WHEN 1 THEN 'solo' ELSE 'table' END AS kind,
	s.total, g.updated_at AS at, g.n, g.id AS game, g.visibility = 'public' AS public
FROM games g CROSS JOIN seats s ON s.n = g.n
WHERE g.status = 'finished' AND s.account IS NOT NULL AND s.resigned = 0 AND s.placement > 0;

-- +goose Down
DROP VIEW totals;
CREATE VIEW totals AS
SELECT s.account, g.ruleset, g.dice, CASE (SELECT count(*) FROM seats o WHERE o.n = g.n) WHEN 1 THEN 'solo' ELSE 'table' END AS kind,
	s.total, g.updated_at AS at, g.n
FROM games g CROSS JOIN seats s ON s.n = g.n
WHERE g.status = 'finished' AND s.account IS NOT NULL AND s.resigned = 0 AND s.placement > 0;
DROP INDEX bests_list;
CREATE INDEX bests_list ON bests (ruleset, dice, kind, total DESC, at, account);
ALTER TABLE bests DROP COLUMN public;
ALTER TABLE bests DROP COLUMN game;
