-- +goose Up

-- How many accounts have each total in each list of records, so that the rank of a total is summed up from few rows: there are
-- some hundred totals, however many accounts. Triggers keep it, so that whatever changes a record changes its rank.
CREATE TABLE places (
	ruleset  TEXT NOT NULL,
	dice     TEXT NOT NULL,
	kind     TEXT NOT NULL,
	total    INTEGER NOT NULL,
	accounts INTEGER NOT NULL,
	PRIMARY KEY (ruleset, dice, kind, total DESC)
) STRICT, WITHOUT ROWID;
INSERT INTO places SELECT ruleset, dice, kind, total, count(*) FROM bests GROUP BY ruleset, dice, kind, total;

-- +goose StatementBegin
CREATE TRIGGER bests_first AFTER INSERT ON bests BEGIN
	INSERT INTO places VALUES (new.ruleset, new.dice, new.kind, new.total, 1) ON CONFLICT DO UPDATE SET accounts = accounts + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bests_gone AFTER DELETE ON bests BEGIN
	UPDATE places SET accounts = accounts - 1
		WHERE ruleset = old.ruleset AND dice = old.dice AND kind = old.kind AND total = old.total;
	DELETE FROM places
		WHERE ruleset = old.ruleset AND dice = old.dice AND kind = old.kind AND total = old.total AND accounts = 0;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bests_better AFTER UPDATE OF total ON bests WHEN new.total <> old.total BEGIN
	UPDATE places SET accounts = accounts - 1
		WHERE ruleset = old.ruleset AND dice = old.dice AND kind = old.kind AND total = old.total;
	DELETE FROM places
		WHERE ruleset = old.ruleset AND dice = old.dice AND kind = old.kind AND total = old.total AND accounts = 0;
	INSERT INTO places VALUES (new.ruleset, new.dice, new.kind, new.total, 1) ON CONFLICT DO UPDATE SET accounts = accounts + 1;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER bests_better;
DROP TRIGGER bests_gone;
DROP TRIGGER bests_first;
DROP TABLE places;
