package bench

import "context"

// The calls of growth. Each is about something at random, so that what is measured is not what the server knows from the
// call before.

func (l *level) move(ctx context.Context) error { return l.player.play(ctx) }

// unreadGame reads a game that was not read since the start of the server, as long as there are any.
func (l *level) unreadGame(ctx context.Context) error {
	id := l.Public[l.next%len(l.Public)]
	l.next++
	return l.anybody().timed(ctx, "/v1/games/"+id)
}

func (l *level) knownGame(ctx context.Context) error {
	return l.anybody().timed(ctx, "/v1/games/"+l.Public[l.chance.IntN(min(known, len(l.Public)))])
}

func (l *level) lobby(ctx context.Context) error { return l.anybody().timed(ctx, "/v1/games") }

func (l *level) records(ctx context.Context) error {
	lists := recordLists()
	return l.anybody().timed(ctx, lists[l.chance.IntN(len(lists))]+"&limit=10")
}

func (l *level) deepRecords(ctx context.Context) error {
	return l.anybody().timed(ctx, l.pages[l.chance.IntN(len(l.pages))])
}

func (l *level) allChanges(ctx context.Context) error {
	return l.anybody().timed(ctx, "/v1/me/changes?limit=10")
}

func (l *level) newChanges(ctx context.Context) error { return l.anybody().changes(ctx) }

func (l *level) ownGames(ctx context.Context) error {
	return l.anybody().timed(ctx, "/v1/me/games?limit=10")
}

func (l *level) ownStats(ctx context.Context) error { return l.anybody().timed(ctx, "/v1/me/stats") }

func (l *level) regularGames(ctx context.Context) error {
	return l.readers[0].timed(ctx, "/v1/me/games?limit=10")
}

func (l *level) regularChanges(ctx context.Context) error { return l.readers[0].changes(ctx) }

func (l *level) regularStats(ctx context.Context) error {
	return l.readers[0].timed(ctx, "/v1/me/stats")
}

// anybody is somebody who has played, but not the regular.
func (l *level) anybody() *reader { return l.readers[1+l.chance.IntN(len(l.readers)-1)] }

func (r *reader) changes(ctx context.Context) error {
	return r.timed(ctx, "/v1/me/changes?cursor="+r.cursor)
}
