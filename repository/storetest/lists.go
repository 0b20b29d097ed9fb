package storetest

var lists, rebuilds, accounts, signIns, keys, deletions, lifetimes, appends, calls []test
