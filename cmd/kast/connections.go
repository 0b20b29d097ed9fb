package main

import (
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"kast/api/limit"
)

// connectionLimits are how many connections there may be at the same time; 0 is no bound.
type connectionLimits struct {
	all     int
	address int // from one address, but for proxies and this machine
}

func connectionFlags(f *flags) func() (connectionLimits, error) {
	all := f.Int("max-connections", 10_000, "`NUMBER` of connections at the same time; 0 is no bound")
	address := f.Int("max-connections-address", 500, "`NUMBER` of these that an address may have, but for proxies; 0 is no bound")
	return func() (connectionLimits, error) {
		if *all < 0 || *address < 0 {
			return connectionLimits{}, usageError{"--max-connections and --max-connections-address are not less than 0"}
		}
		return connectionLimits{all: *all, address: *address}, nil
	}
}

// otherFiles is more than a server has open beside the connections of callers: the database, its own calls, and what listens.
const otherFiles = 100

// warnOfFiles warns where the system does not let the program have as many connections as it is meant to: those that come then are
// not closed at once, but wait, and the database may not be opened anew.
func (c connectionLimits) warnOfFiles(most uint64, known bool, logger *slog.Logger) {
	if need := uint64(max(0, c.all)) + otherFiles; known && c.all > 0 && most < need {
		logger.Warn("the limit of open files is too low for --max-connections; raise LimitNOFILE or ulimit -n, or lower the flag",
			"files", most, "needed", need)
	}
}

// connections is a listener that closes at once what comes when there are connections enough. It does not let them wait instead:
// they would take what those wait for whom there is room.
type connections struct {
	net.Listener
	places  *limit.Places // by address
	proxies []netip.Prefix
	log     *slog.Logger

	refused atomic.Uint64
	mu      sync.Mutex
	told    time.Time // when the log last said that some were refused
}

// over bounds the connections of a listener. Proxies have as many as there are in all, and so does this machine.
func (c connectionLimits) over(plain net.Listener, proxies []netip.Prefix, logger *slog.Logger) *connections {
	return &connections{Listener: plain, places: limit.NewPlaces(c.address, c.all), proxies: proxies, log: logger}
}

// Accept is that of net.Listener.
func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		key, counted := c.key(conn.RemoteAddr())
		if !counted {
			key = conn.RemoteAddr().String() // which nobody else has
		}
		release, ok := c.places.Take(key)
		if ok {
			return &connection{Conn: conn, release: release}, nil
		}
		_ = conn.Close() // it has got nothing yet
		c.tell(key)
	}
}

// key is what the connections of an address are counted by; false for those that are counted in all alone.
func (c *connections) key(remote net.Addr) (string, bool) {
	at, err := netip.ParseAddrPort(remote.String())
	if err != nil {
		return "", false
	}
	ip := at.Addr().Unmap()
	if ip.IsLoopback() {
		return "", false
	}
	for _, p := range c.proxies {
		if p.Contains(ip) {
			return "", false
		}
	}
	return limit.Address(ip.String()), true
}

// tellEvery is how often the log says that connections are refused.
const tellEvery = time.Minute

func (c *connections) tell(from string) {
	refused := c.refused.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.told) >= tellEvery {
		c.told = now
		c.log.Warn("connections are refused", "from", from, "open", c.places.Taken(), "refused", refused)
	}
}

// connection gives its place free when it is closed.
type connection struct {
	net.Conn
	release func()
}

// Close is that of net.Conn.
func (c *connection) Close() error {
	defer c.release()
	return c.Conn.Close()
}

// CloseWrite says that no more is written, as far as the connection can: net/http does so before it closes one on which somebody still
// sends, so that the answer is read all the same.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
