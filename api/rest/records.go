package rest

import (
	"encoding/binary"
	"time"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

func (s *server) bindStatistics(e *echo.Echo) {
	e.GET("/v1/rulesets/:ruleset/records", s.records, conditional)
	e.GET("/v1/me/stats", s.myStats, conditional)
	e.GET("/v1/dice", s.dice, conditional)
}

// recordKind says in which games totals are compared.
type recordKind string // @name RecordKind

const (
	recordSolo  recordKind = "solo"  // games of one seat
	recordTable recordKind = "table" // games of two seats or more
)

// record is the best total of an account.
type record struct {
	Rank      int       `json:"rank" minimum:"1"` // equal totals share it: 1, 1, 3
	AccountID string    `json:"accountId" format:"uuid"`
	Name      string    `json:"name"` // the account's present one
	Total     int       `json:"total"`
	At        time.Time `json:"at"`                            // when the game was finished
	GameID    string    `json:"gameId,omitzero" format:"uuid"` // of a public game
} // @name Record

// records serves GET /v1/rulesets/{ruleset}/records.
//
// @Summary     List the best totals
// @Description The best total of each account in finished games that it did not give up, highest first. Of equal totals the one that was reached first comes first, and they share a rank. Totals with server dice and with client dice are never in one list.
// @ID          listRecords
// @Tags        statistics
// @Param       ruleset       path   shape.RulesetID  true  "The game"
// @Param       kind          query  recordKind false "Games of one seat, or of more. Absent: solo, where the ruleset can be played so, else table"
// @Param       dice          query  shape.DiceMode   false "Whose dice" default(server)
// @Param       limit         query  int        false "How many at most" minimum(1) maximum(200) default(50)
// @Param       cursor        query  string     false "nextCursor of the page before, of the same list"
// @Param       If-None-Match header string     false "Entity tag that the caller has"
// @Success     200 {object} page[record] "Records"
// @Failure     404 {object} problem
// @Security    bearerAuth
// @Router      /v1/rulesets/{ruleset}/records [get]
func (s *server) records(c echo.Context) error {
	rules, found := game.Lookup(game.RulesetID(c.Param("ruleset")))
	kind := recordSolo
	if found && rules.MinSeats > 1 {
		kind = recordTable
	}
	kind, err := queryOneOf(c, "kind", kind, recordSolo, recordTable)
	if err != nil {
		return err
	}
	dice, err := queryOneOf(c, "dice", shape.DiceServer, shape.DiceServer, shape.DiceClient)
	if err != nil {
		return err
	}
	f := repository.RecordFilter{Ruleset: string(rules.ID), Dice: string(dice), Kind: string(kind)}
	p, err := recordPageOf(c, f)
	if err != nil {
		return err
	}
	if _, err := s.caller(c); err != nil {
		return err
	}
	if !found {
		return play.ErrNotFound
	}
	l, err := s.play.Records(c.Request().Context(), f, p)
	if err != nil {
		return err
	}
	list := page[record]{Items: make([]record, len(l.Records))}
	for i, r := range l.Records {
		list.Items[i] = record{Rank: r.Rank, AccountID: r.AccountID, Name: r.Name, Total: r.Total, At: r.At}
		if r.Public {
			list.Items[i].GameID = r.GameID
		}
	}
	if l.Next != (repository.RecordPlace{}) {
		list.NextCursor = recordCursorOf(f, l.Next)
	}
	return answerHashed(c, list)
}

// queryOneOf reads a parameter of the query that has one of a few values, or gives what stands for absent.
func queryOneOf[T ~string](c echo.Context, name string, absent T, values ...T) (T, error) {
	value, err := query(c, name)
	if err != nil || value == "" {
		return absent, err
	}
	for _, v := range values {
		if string(v) == value {
			return v, nil
		}
	}
	return absent, badValue(name)
}

// recordPageOf reads which part of a list of records is asked for.
func recordPageOf(c echo.Context, f repository.RecordFilter) (repository.RecordPage, error) {
	limit, err := queryInt(c, "limit", defaultPage, 1, maxPage)
	if err != nil {
		return repository.RecordPage{}, err
	}
	cursor, err := query(c, "cursor")
	if err != nil || cursor == "" {
		return repository.RecordPage{Limit: limit}, err
	}
	after, ok := recordPlaceOf(f, cursor)
	if !ok {
		return repository.RecordPage{}, badValue("cursor")
	}
	return repository.RecordPage{Limit: limit, After: after}, nil
}

// recordCursorBytes is the length of a place in a list of records: total, time and account.
const recordCursorBytes = 3 * 8

// recordCursorOf writes a place in a list of records as a cursor. The list is in the checksum: a place in another list says
// nothing about this one.
func recordCursorOf(f repository.RecordFilter, p repository.RecordPlace) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.Total))
	b = binary.BigEndian.AppendUint64(b, uint64(p.At.UnixMilli()))
	b = binary.BigEndian.AppendUint64(b, uint64(p.Account))
	return sealCursor(b, recordList(f))
}

// recordPlaceOf reads a cursor of a list of records; false for what is none of this list.
func recordPlaceOf(f repository.RecordFilter, cursor string) (p repository.RecordPlace, ok bool) {
	b, ok := openCursor(cursor, recordCursorBytes, recordList(f))
	if !ok {
		return p, false
	}
	p = repository.RecordPlace{
		Total:   int(int64(binary.BigEndian.Uint64(b))),
		At:      time.UnixMilli(int64(binary.BigEndian.Uint64(b[8:]))).UTC(),
		Account: int64(binary.BigEndian.Uint64(b[16:])),
	}
	return p, p.Account > 0
}

func recordList(f repository.RecordFilter) string { return f.Ruleset + "/" + f.Dice + "/" + f.Kind }
