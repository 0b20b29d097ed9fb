// Package bench measures how fast a server plays games, and in the same run what the machine can do at best: what it costs
// to commit rows in groups, and to answer a request that does nothing but JSON and a check of its token. Figures of two
// runs hardly compare, for machines are shared; the ratios within one run do.
//
// The load and the server are processes of their own, on one machine. docs/performance.md says how to read what it prints.
package bench
