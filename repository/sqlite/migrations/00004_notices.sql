-- +goose Up

-- What the webhook has still to deliver. A row goes once it is delivered or given up; without a webhook none is written.
CREATE TABLE notices (
	k        INTEGER PRIMARY KEY,
	id       BLOB NOT NULL UNIQUE,
	account  INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
	n        INTEGER NOT NULL REFERENCES games,
	seat     INTEGER, -- with round: the turn that it tells of; NULL for what stays true
	round    INTEGER,
	body     BLOB NOT NULL,
	at       INTEGER NOT NULL,
	due      INTEGER NOT NULL, -- when to try; while somebody tries: when to take that somebody for dead
	attempts INTEGER NOT NULL
) STRICT;
CREATE INDEX notices_due ON notices (due);
CREATE INDEX notices_account ON notices (account);

-- +goose Down
DROP TABLE notices;
