-- +goose Up

-- An account's games with whether it has gone from them, in one place of the file: the rows of players lie in the order in which
-- they were made, so that each of an account's is on a page of its own. Only changes of who sits there write to it, never moves.
CREATE INDEX players_inside ON players (account, n, gone);

-- +goose Down
DROP INDEX players_inside;
