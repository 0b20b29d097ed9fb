package rest

import (
	"net"
	"net/netip"

	"github.com/labstack/echo/v4"

	"kast/api/limit"
)

// extractor tells where a caller calls from: the other end of the connection. Where that is one of the proxies, it is the
// address that the proxy names in X-Forwarded-For, the last one there that is not a proxy too; whatever a caller writes
// there himself stands before that.
func extractor(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trust = append(trust, echo.TrustIPRange(&net.IPNet{
			IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}

// address is the key of where a caller calls from.
func address(c echo.Context) string { return limit.Address(c.RealIP()) }
