-- +goose Up

-- When processes ran: from began to ended, with no pause between. What was before the first beat counts as such a time, since
-- nobody noted pauses then.
CREATE TABLE stretches (
	began INTEGER PRIMARY KEY,
	ended INTEGER NOT NULL
) STRICT;
INSERT INTO stretches SELECT 0, at FROM heartbeat;

-- +goose Down
DROP TABLE stretches;
