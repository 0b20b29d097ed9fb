package sqlite

// The queries for what is worked out from finished games. Each is one statement, and so sees one state of the file. A test
// reads their plans.

// queryRecords has the list in ?1 to ?3 and the place after which to begin in ?4 to ?6. With each row it tells how many are
// above that place's total, and how many have that total; both are worked out once. Those that share the total come first,
// so that neither they are walked past that stand before the place, nor the list is sorted: it is read from its index alone.
const queryRecords = recordsOf + `b.total = ?4 AND (b.at, b.account) > (?5, ?6)
UNION ALL
` + recordsOf + `b.total < ?4
ORDER BY 3 DESC, 4, 7 LIMIT ?7`

const recordsOf = `SELECT a.id, a.name, b.total, b.at, b.game, b.public, b.account,
	(SELECT coalesce(sum(o.accounts), 0) FROM places o WHERE o.ruleset = ?1 AND o.dice = ?2 AND o.kind = ?3 AND o.total > ?4),
	(SELECT coalesce(sum(o.accounts), 0) FROM places o WHERE o.ruleset = ?1 AND o.dice = ?2 AND o.kind = ?3 AND o.total = ?4)
FROM bests b INDEXED BY bests_list
CROSS JOIN accounts a ON a.account = b.account
WHERE b.ruleset = ?1 AND b.dice = ?2 AND b.kind = ?3 AND `

// queryStats sums up the games of the account ?1, those with the dice ?2 or, where that is empty, with any.
const queryStats = `SELECT r.ruleset, sum(solo), sum(NOT solo),
	max(total) FILTER (WHERE solo AND NOT resigned), max(total) FILTER (WHERE NOT solo AND NOT resigned),
	sum(NOT resigned), sum(total) FILTER (WHERE NOT resigned), sum(further_fives) FILTER (WHERE NOT resigned),
	sum(upper_bonus) FILTER (WHERE NOT resigned), count(loss) FILTER (WHERE NOT resigned), sum(loss) FILTER (WHERE NOT resigned),
	sum(luck) FILTER (WHERE NOT resigned),
	sum(NOT solo AND placement = 1), sum(NOT solo AND placement = 2), sum(NOT solo AND placement = 3), sum(NOT solo AND placement = 4),
	sum(NOT solo AND placement = 5), sum(NOT solo AND placement = 6), sum(NOT solo AND placement = 7), sum(NOT solo AND placement = 8)
FROM accounts x CROSS JOIN results r ON r.account = x.account
WHERE x.id = ?1 AND (?2 = '' OR r.dice = ?2) GROUP BY r.ruleset`

const resultColumns = `account, ruleset, n, dice, solo, total, placement, resigned, further_fives, upper_bonus, loss, luck`

// putResultsOf writes what the accounts have come to in the game ?1, or writes it anew.
const putResultsOf = `INSERT OR REPLACE INTO results (` + resultColumns + `) SELECT ` + resultColumns + ` FROM outcomes WHERE n = ?1`

// dropResultsOf undoes it, for the accounts that hold the game's seats.
const dropResultsOf = `DELETE FROM results WHERE n = ?1 AND account IN (SELECT account FROM seats WHERE n = ?1 AND account IS NOT NULL)`

const allResults = `SELECT ` + resultColumns + ` FROM outcomes`

const queryFallen = `SELECT ones, twos, threes, fours, fives, sixes FROM fallen`

const queryUncounted = `SELECT n, id FROM games INDEXED BY games_uncounted WHERE counted = 0 AND n > ?1 ORDER BY n LIMIT ?2`

const queryUnreviewed = `SELECT n, id FROM games INDEXED BY games_unreviewed
	WHERE status = 'finished' AND reviewed = 0 AND n > ?1 ORDER BY n LIMIT ?2`

const bestColumns = `account, ruleset, dice, kind, total, at, n, game, public`

// putBestsOf has the totals of the game ?1 take the places of lower ones, and of equal ones that were reached later.
const putBestsOf = `INSERT INTO bests (` + bestColumns + `) SELECT ` + bestColumns + ` FROM totals WHERE n = ?1
	ON CONFLICT DO UPDATE SET total = excluded.total, at = excluded.at, n = excluded.n, game = excluded.game, public = excluded.public
	WHERE (excluded.total, -excluded.at, -excluded.n) > (total, -at, -n)`

// allBests works the whole table bests out anew.
const allBests = `SELECT ` + bestColumns + ` FROM (
	SELECT *, row_number() OVER (PARTITION BY account, ruleset, dice, kind ORDER BY total DESC, at, n) AS place FROM totals)
	WHERE place = 1`

const allFallen = `SELECT coalesce(sum(ones), 0), coalesce(sum(twos), 0), coalesce(sum(threes), 0), coalesce(sum(fours), 0),
	coalesce(sum(fives), 0), coalesce(sum(sixes), 0) FROM games`

// allPlaces counts anew how many accounts have each total.
const allPlaces = `SELECT ruleset, dice, kind, total, count(*) FROM bests GROUP BY ruleset, dice, kind, total`

// recount makes anew what is kept for records and sums.
var recount = []string{
	`DELETE FROM bests`,
	`INSERT INTO bests (` + bestColumns + `) ` + allBests,
	`DELETE FROM places`, // which triggers have kept, but who knows from what
	`INSERT INTO places ` + allPlaces,
	`DELETE FROM results`,
	`INSERT INTO results (` + resultColumns + `) ` + allResults,
	`UPDATE fallen SET (ones, twos, threes, fours, fives, sixes) = (` + allFallen + `)`,
}

// queryDiffers gives a row where recount would change something.
const queryDiffers = `SELECT 1 WHERE EXISTS (SELECT ` + bestColumns + ` FROM bests EXCEPT ` + allBests + `)
	OR EXISTS (` + allBests + ` EXCEPT SELECT ` + bestColumns + ` FROM bests)
	OR EXISTS (SELECT * FROM places EXCEPT ` + allPlaces + `)
	OR EXISTS (` + allPlaces + ` EXCEPT SELECT * FROM places)
	OR EXISTS (SELECT ` + resultColumns + ` FROM results EXCEPT ` + allResults + `)
	OR EXISTS (` + allResults + ` EXCEPT SELECT ` + resultColumns + ` FROM results)
	OR EXISTS (` + allFallen + ` EXCEPT ` + queryFallen + `)`
