package sqlite

// The queries for games and lists. Each is one statement, and so sees one state of the file. A test reads their plans.

// gameColumnsAlone are those that decodeGame reads.
const gameColumnsAlone = `SELECT g.n, g.id, g.seq, g.hash, h.id, g.invite_code, g.start_when_full, g.created_at, g.updated_at,
	g.ruleset, g.rules_version, g.status, g.dice, g.visibility, g.options, g.turn_seat, g.round, g.started_at, g.finished_at,
	g.deadline, g.counted, g.ones, g.twos, g.threes, g.fours, g.fives, g.sixes,
	s.seat, s.kind, s.bot_level, s.resigned, s.total, s.placement, s.further_fives, s.upper_bonus, a.id,
	coalesce(a.name, k.name, s.name), k.id, r.id, g.watch_code, g.changed, g.beside`

// gameColumns are those, one row a seat, of the games that p.n gives.
const gameColumns = gameColumnsAlone + `
FROM (`

const gameJoinsBy = `) p
CROSS JOIN games g ON g.n = p.n
LEFT JOIN accounts h ON h.account = g.host
LEFT JOIN seats s ON s.n = g.n
LEFT JOIN accounts a ON a.account = s.account
LEFT JOIN accounts k ON k.account = s.kept
LEFT JOIN games r ON r.n = g.rematch AND ` + notDropped + `
ORDER BY `

const gameJoins = gameJoinsBy + `p.n DESC, s.seat`

// notDropped tells of a rematch r that it was not closed before it started.
const notDropped = `(r.status <> 'closed' OR r.started_at IS NOT NULL)`

const queryGame = gameColumns + `SELECT n FROM games WHERE id = ?1` + gameJoins

const queryInvite = gameColumns + `SELECT n FROM games WHERE invite_code = ?1` + gameJoins

const queryWatchCode = gameColumns + `SELECT n FROM games WHERE watch_code = ?1` + gameJoins

// INDEXED BY: without statistics SQLite takes the order of all games for as good, and reads past every finished one.
const queryLobby = gameColumns + `SELECT n FROM games INDEXED BY games_lobby
	WHERE status = 'open' AND visibility = 'public' AND n < ?1
		AND NOT EXISTS (SELECT 1 FROM seats z WHERE z.n = games.n AND z.kept IS NOT NULL)
	ORDER BY n DESC LIMIT ?2` + gameJoins

// Who has left a game is still in players, hence the last condition.
const queryGamesOf = gameColumns + `SELECT pl.n FROM accounts x
	CROSS JOIN players pl ON pl.account = x.account
	CROSS JOIN games y ON y.n = pl.n
	WHERE x.id = ?1 AND pl.n < ?2 AND (?3 = '' OR y.status = ?3) AND (?4 = '' OR y.ruleset = ?4)
		AND (y.host = pl.account OR EXISTS (SELECT 1 FROM seats z WHERE z.n = pl.n AND pl.account IN (z.account, z.kept)))
	ORDER BY pl.n DESC LIMIT ?5` + gameJoins

// The account's games are looked through, and those that changed put in order: they are few, while the games of all that
// changed since may be very many. Of a game that the account is not inside any more p.gone is the number of the change by which
// it ceased to be, and what came later does not count.
const queryChangesOf = changesOfBy + `CROSS JOIN players pl ON pl.account = x.account
	CROSS JOIN games y ON y.n = pl.n` + changesOfThat

// queryNewsOf finds the same the other way round: it looks through the games of all that changed, for those of the account. Who
// has gone has gone by a change of the game, so that such games are among them.
const queryNewsOf = changesOfBy + `CROSS JOIN games y INDEXED BY games_changed ON y.changed > ?2
	CROSS JOIN players pl ON pl.account = x.account AND pl.n = y.n` + changesOfThat

const changesOfBy = gameColumnsAlone + `, p.gone
FROM (SELECT pl.n, pl.gone FROM accounts x
	`

const changesOfThat = `
	WHERE x.id = ?1 AND (pl.gone > ?2 OR pl.gone IS NULL AND y.changed > ?2
		AND (y.host = pl.account OR EXISTS (SELECT 1 FROM seats z WHERE z.n = pl.n AND pl.account IN (z.account, z.kept))))
	ORDER BY coalesce(pl.gone, y.changed) LIMIT ?3` + gameJoinsBy + `coalesce(p.gone, g.changed), s.seat`

// queryPlayed and queryNews count the games of the account ?1 and those of all that changed since ?1, no further than ?2. A game
// of the account lies anywhere in the file, so that the others, which are found in order, are sooner looked through as long as
// they are not many more.
const (
	queryPlayed = `SELECT count(*) FROM (SELECT 1 FROM accounts x CROSS JOIN players pl ON pl.account = x.account WHERE x.id = ?1 LIMIT ?2)`
	queryNews   = `SELECT count(*) FROM (SELECT 1 FROM games WHERE changed > ?1 LIMIT ?2)`
)

// changesOfGone is the column of queryChangesOf that comes after those of decodeGame.
const changesOfGone = 42

const queryNow = `SELECT coalesce(max(changed), 0), (SELECT coalesce(max(e), 0) FROM endings) FROM games`

const queryChanges = `SELECT id, seq, changed FROM games WHERE changed > ?1 ORDER BY changed LIMIT ?2`

const queryGone = `SELECT a.id, g.id, p.gone FROM players p INDEXED BY players_gone
	CROSS JOIN accounts a ON a.account = p.account
	CROSS JOIN games g ON g.n = p.n
	WHERE p.gone > ?1 AND p.gone <= ?2 ORDER BY p.gone`

const queryEndings = `SELECT e, mark FROM endings WHERE e > ?1 ORDER BY e`

const queryGameIDs = `SELECT n, id FROM games WHERE n > ?1 ORDER BY n LIMIT ?2`

// Deadlines are few, so those before a time are found first and put in order then.
const queryDue = `SELECT n, id FROM games INDEXED BY games_due WHERE deadline < ?1 AND n > ?2 ORDER BY n LIMIT ?3`

// A running game that was last moved before a time was made before it too, so that few are looked at.
const queryIdle = `SELECT n, id FROM games INDEXED BY games_open WHERE status = 'open' AND created_at < ?1 AND n > ?3
	UNION ALL
	SELECT n, id FROM games INDEXED BY games_unfinished WHERE unfinished < ?2 AND n > ?3
		AND status = 'playing' AND updated_at < ?2 AND deadline IS NULL
	ORDER BY n LIMIT ?4`

const queryWatches = `SELECT 1 FROM games g
	CROSS JOIN accounts a ON a.id = ?2
	CROSS JOIN watchers w ON w.n = g.n AND w.account = a.account
	WHERE g.id = ?1`

const queryWatched = `SELECT g.id FROM accounts a
	CROSS JOIN watchers w ON w.account = a.account
	CROSS JOIN games g ON g.n = w.n
	WHERE a.id = ?1 ORDER BY w.n`

// The tail comes with every chunk, or with NULLs when there is no chunk with such events.
const queryLog = `SELECT g.tail, c.body FROM games g LEFT JOIN chunks c ON c.n = g.n AND c.last > ?2
	WHERE g.id = ?1 ORDER BY c.last`

const querySeed = `SELECT s.seed FROM games g JOIN seeds s ON s.n = g.n WHERE g.id = ?1`

const queryPlayer = `SELECT a.id FROM players p JOIN accounts a ON a.account = p.account WHERE p.p = ?1`

// linkRematch makes the game ?1 the rematch of the game ?2, unless that has one.
const linkRematch = `UPDATE games SET rematch = ?1
	WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM games r WHERE r.n = games.rematch AND ` + notDropped + `)`
