-- +goose Up

-- The number of a game's last change, in the order of commits: what is new after a number is found at the end of the
-- index. Games of the time before have changed in the order in which they were made.
ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE games SET changed = n;
CREATE UNIQUE INDEX games_changed ON games (changed);

-- The last ends of sign-ins, in the order of commits, so that each process learns of those that another ended. Of a
-- sign-in only the first two bytes of its id are kept, as four hex digits: that tells nobody who it was, and makes a
-- process look up the few of its own that begin so.
CREATE TABLE endings (
	e    INTEGER PRIMARY KEY AUTOINCREMENT,
	mark TEXT NOT NULL
) STRICT;

-- A trigger, so that no way in which a sign-in ends can be forgotten: signing out, another password, a token used twice,
-- the deletion of its account.
-- +goose StatementBegin
CREATE TRIGGER sign_ins_end AFTER DELETE ON sign_ins BEGIN
	INSERT INTO endings (mark) VALUES (lower(hex(substr(OLD.id, 1, 2))));
	DELETE FROM endings WHERE e <= (SELECT max(e) FROM endings) - 4096;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER sign_ins_end;
DROP TABLE endings;
DROP INDEX games_changed;
ALTER TABLE games DROP COLUMN changed;
