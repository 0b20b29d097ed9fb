package limit

import "net/netip"

// Address returns the key of an IP address that somebody calls from. Of IPv6 it is the network of 64 bits, since whoever
// has one address there has all of them. What is no address is all one.
func Address(ip string) string {
	at, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	const network = 64
	a := at.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	return netip.PrefixFrom(a, network).Masked().String()
}
