-- +goose Up

-- The number of the change by which the account ceased to be inside the game: to hold a seat, have one kept, or be the host.
-- NULL while it is inside, for who only called, and for who had left before this was noted. Whoever comes back is inside again.
ALTER TABLE players ADD COLUMN gone INTEGER;
CREATE INDEX players_gone ON players (gone) WHERE gone IS NOT NULL;

-- +goose Down
DROP INDEX players_gone;
ALTER TABLE players DROP COLUMN gone;
