package main

import (
	"flag"
	"fmt"
	"net/netip"
	"strings"

	"kast/api/rest"
)

// limitFlags are the flags about who may call, and how much. They return what sets it.
func limitFlags(f *flags) func(*rest.Options) error {
	registration := f.choice("registration", "open", "whether people may make accounts; closed is for kast account", "open", "closed")
	limits := f.choice("rate-limits", "on", "limits on sign-ins and new accounts; off is for tests under load", "on", "off")
	q := rest.DefaultQuotas()
	f.IntVar(&q.Games, "quota-games", q.Games, "`NUMBER` of games that an account may make a day; 0 is no bound")
	f.IntVar(&q.Bots, "quota-bots", q.Bots, "`NUMBER` of these that may have computer seats; 0 is no bound")
	f.IntVar(&q.Uploads, "quota-uploads", q.Uploads, "`NUMBER` of logs that an account may upload a day; 0 is no bound")
	live := rest.DefaultLiveLimits()
	f.IntVar(&live.All, "max-streams", live.All, "`NUMBER` of streams and waiting reads at the same time; 0 is no bound")
	f.IntVar(&live.Account, "max-streams-account", live.Account, "`NUMBER` of these that an account may have; 0 is no bound")
	f.IntVar(&live.Address, "max-streams-address", live.Address, "`NUMBER` of these that an address may have; 0 is no bound")
	var proxies networks
	f.Var(&proxies, "trust-proxy", "`NETWORKS` of proxies whose X-Forwarded-For is believed, as in 127.0.0.1,10.0.0.0/8")
	var pages origins
	f.Var(&pages, "cors-origin", "`ORIGINS` of web pages that may call, as in https://play.example; may be repeated")
	return func(o *rest.Options) error {
		for name, n := range map[string]int{
			"quota-games": q.Games, "quota-bots": q.Bots, "quota-uploads": q.Uploads,
			"max-streams": live.All, "max-streams-account": live.Account, "max-streams-address": live.Address,
		} {
			if n < 0 {
				return usageError{fmt.Sprintf("--%s %d: it is less than 0", name, n)}
			}
		}
		o.Closed = registration.value == "closed"
		o.Unlimited, o.Quotas, o.Live, o.Proxies, o.Origins = limits.value == "off", q, live, proxies, pages
		return nil
	}
}

// networks is the value of a flag that lists networks, or single addresses.
type networks []netip.Prefix

var _ flag.Value = (*networks)(nil)

// String is part of flag.Value.
func (n *networks) String() string {
	all := make([]string, len(*n))
	for i, p := range *n {
		all[i] = p.String()
	}
	return strings.Join(all, ",")
}

// Set is part of flag.Value.
func (n *networks) Set(s string) error {
	*n = nil
	for part := range strings.SplitSeq(s, ",") {
		part = strings.TrimSpace(part)
		p, err := netip.ParsePrefix(part)
		if a, noPrefix := netip.ParseAddr(part); noPrefix == nil {
			a = a.WithZone("")
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return fmt.Errorf("%q is no network, as 10.0.0.0/8 is", part)
		}
		*n = append(*n, p.Masked())
	}
	return nil
}
