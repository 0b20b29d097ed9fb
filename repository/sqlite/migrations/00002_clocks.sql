-- +goose Up

-- When the time of the seat on turn is up; NULL when no clock runs. Games of the time before clocks have none.
ALTER TABLE games ADD COLUMN deadline INTEGER;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;

-- One row: when a process last noted that it runs.
CREATE TABLE heartbeat (
	one INTEGER PRIMARY KEY CHECK (one = 1),
	at  INTEGER NOT NULL
) STRICT;

-- +goose Down
DROP TABLE heartbeat;
DROP INDEX games_due;
ALTER TABLE games DROP COLUMN deadline;
