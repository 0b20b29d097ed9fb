package rest

import (
	"net/netip"

	"github.com/labstack/echo/v4"

	"kast/api/limit"
)

// LiveLimits are how many streams and waiting reads there may be at the same time; 0 is no bound.
type LiveLimits struct {
	Account int // of one account
	Address int // from one address; not counted of callers on this machine, since a proxy may be among them
	All     int
}

// DefaultLiveLimits are more than people need who share an address, and less than would hurt.
func DefaultLiveLimits() LiveLimits { return LiveLimits{Account: 32, Address: 500, All: 10_000} }

// livePlaces are those of streams and waiting reads, or of something else that lasts.
type livePlaces struct{ accounts, addresses *limit.Places }

func newLivePlaces(l LiveLimits) livePlaces {
	return livePlaces{accounts: limit.NewPlaces(l.Account, l.All), addresses: limit.NewPlaces(l.Address, 0)}
}

// take takes a place for an account, until leave is called; full is the error when there is none.
func (p livePlaces) take(c echo.Context, account string, full *failure) (leave func(), err error) {
	byAccount, ok := p.accounts.Take(account)
	if !ok {
		return nil, full
	}
	if at, err := netip.ParseAddr(c.RealIP()); err == nil && at.Unmap().IsLoopback() {
		return byAccount, nil
	}
	byAddress, ok := p.addresses.Take(address(c))
	if !ok {
		byAccount()
		return nil, full
	}
	return func() { byAccount(); byAddress() }, nil
}

// livePlace takes a place for a stream or a waiting read of an account, until leave is called.
func (s *server) livePlace(c echo.Context, account string) (leave func(), err error) {
	return s.places.take(c, account, &failure{code: codeRateLimited, retryAfter: 10, detail: text{
		"Too many streams and waiting reads are open. Close some, or wait.",
		"För många strömmar och väntande läsningar är öppna. Stäng några, eller vänta.",
	}})
}
