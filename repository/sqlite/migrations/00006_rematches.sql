-- +goose Up

-- The account that an open seat is kept for, until it has answered; no REFERENCES, see players.
ALTER TABLE seats ADD COLUMN kept INTEGER;

-- The game that goes on from this one, by its n. There is one at most: a table that was closed before it started is none,
-- and another takes its place.
ALTER TABLE games ADD COLUMN rematch INTEGER;

-- +goose Down
ALTER TABLE games DROP COLUMN rematch;
ALTER TABLE seats DROP COLUMN kept;
