// Package loadtest plays many whole games at once over HTTP on one database file, and then looks whether the file holds
// exactly what was acknowledged. It is all tests.
//
// The ordinary run is bounded by count. With the flag -load it plays for that time instead and ends what is under way;
// -clients changes how many play at once:
//
//	go test ./api/loadtest -v -run TestLoad -load 30s
//	go test ./api/loadtest -v -run TestLoad -load 30s -clients 8
//
// With -v it prints how often each kind of call was made, how many were carried out in a second, how long the median and
// the slowest hundredth took, and the processor time. Those figures are for reading; no test depends on how fast the machine
// is.
//
// TestKills kills the server, a process of its own, again and again while people play who repeat what was not answered, and
// looks that nothing that was acknowledged is lost or there twice. It does so a few times, or as often as -kills says:
//
//	go test ./api/loadtest -v -run TestKills -kills 200 -timeout 60m
//
// TestFaults_… are what else can happen to the file: a full disk, a lock, damage, and so on. TestBackup copies it under load.
//
// TestStreams holds thousands of live streams open, and measures what they cost.
package loadtest
