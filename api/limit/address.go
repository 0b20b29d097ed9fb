package limit

import "net/netip"

// Address returns the key of the address that a connection comes from, host:port as net/http has it. Of IPv6 it is the
// network of 64 bits, since whoever has one address there has all of them. What is no address is all one.
func Address(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return ""
	}
	const network = 64
	a := at.Addr().Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	return netip.PrefixFrom(a, network).Masked().String()
}
