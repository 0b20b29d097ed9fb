// Command kast is the whole of Kast: the server, and the tools of whoever runs it.
//
// Each subcommand is a file. Nothing needs to be set up before the first run, and every flag can be set by the
// environment too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // it could not be done, or a check found a fault
	exitUsage  = 2 // it was not asked for rightly
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks to stop. From then on a second one ends the process at once.
	context.AfterFunc(ctx, stop)
	code := runWith(ctx, os.Args[1:], os.Getenv, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}

// streams are where a command reads, and where it writes: what it was asked for to out, everything else to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// command is a subcommand.
type command struct {
	name    string
	operand string // the one argument beside flags, empty for none, in brackets where it may be left out
	does    string // one sentence
	// bind names the flags of the command and returns what runs once they are read.
	bind func(*flags) runner
}

// runner runs a command with its operand, until it is done or ctx ends.
type runner func(ctx context.Context, std streams, operand string) error

func commands() []command {
	return []command{
		{"serve", "", "Runs the server until it is told to stop.", bindServe},
		{"verify", "", "Checks every log: hashes, rules, dice, and what lists know. It changes nothing.", bindVerify},
		{"replay", "GAME", "Prints a game step by step from its log.", bindReplay},
		{"review", "GAME", "Judges a game decision by decision: what was best, and what was luck.", bindReview},
		{"solve", "[RULESET]", "Works out best play of the scorecard games, and tells what it is worth.", bindSolve},
		{"backup", "FILE", "Copies the database to a new file, also while the server runs.", bindBackup},
		{"rebuild", "", "Makes what lists know of the games anew, where it does not match the logs.", bindRebuild},
		{"bench", "", "Measures how fast a server plays games, and what this machine could do at best.", bindBench},
		{"passwd", "NAME", "Gives the account with this username a new password, also while the server runs.", bindPasswd},
		{"account", "NAME", "Makes an account with this username, also where the server lets nobody register.", bindAccount},
		{"doctor", "", "Looks whether database and machine are well. It changes nothing.", bindDoctor},
		{"version", "", "Prints which version of Kast this is.", bindVersion},
	}
}

// run is main without a process around it: tests start the real program with it.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	return runWith(ctx, args, getenv, streams{in: strings.NewReader(""), out: stdout, err: stderr})
}

func runWith(ctx context.Context, args []string, getenv func(string) string, std streams) int {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	switch name {
	case "help", "-h", "-help", "--help":
		printHelp(std.out)
		return exitOK
	case "-version", "--version":
		name = "version"
	}
	for _, c := range commands() {
		if c.name == name {
			return std.report(name, c.run(ctx, args[1:], getenv, std))
		}
	}
	if name != "" {
		fmt.Fprintf(std.err, "kast: there is no command %q\n\n", name)
	}
	printHelp(std.err)
	return exitUsage
}

func (c command) run(ctx context.Context, args []string, getenv func(string) string, std streams) error {
	f := newFlags(c.name, getenv)
	runs := c.bind(f)
	operands, err := f.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		c.printHelp(std.out, f)
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case c.operand == "" && len(operands) > 0:
		return usageError{fmt.Sprintf("unexpected argument %q", operands[0])}
	case c.operand == "":
		return runs(ctx, std, "")
	case len(operands) == 0 && strings.HasPrefix(c.operand, "["):
		return runs(ctx, std, "")
	case len(operands) != 1:
		return usageError{fmt.Sprintf("one %s is needed, not %d", c.operand, len(operands))}
	}
	return runs(ctx, std, operands[0])
}

// usageError is a command that was not asked for rightly.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

// errReported ends a command whose output has said what is wrong.
var errReported = errors.New("reported")

// report tells the user about an error, in one line, and gives the exit code.
func (s streams) report(command string, err error) int {
	usage, isUsage := errors.AsType[usageError](err)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	case isUsage:
		fmt.Fprintf(s.err, "kast %s: %s; kast %s -h tells how\n", command, usage, command)
		return exitUsage
	default:
		fmt.Fprintf(s.err, "kast %s: %s\n", command, strings.ReplaceAll(err.Error(), "\n", "; "))
		return exitFailed
	}
}

func printHelp(w io.Writer) {
	fmt.Fprintln(w, "Kast runs dice games that people play on their phones.")
	fmt.Fprintln(w)
	fmt.Fprintln(w, "usage: kast COMMAND")
	fmt.Fprintln(w)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-14s %s\n", strings.TrimSpace(c.name+" "+c.operand), c.does)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "kast COMMAND -h lists the flags of a command. kast serve needs none.")
}

func (c command) printHelp(w io.Writer, f *flags) {
	fmt.Fprintf(w, "usage: %s\n\n%s\n", strings.TrimSpace("kast "+c.name+" [flags] "+c.operand), c.does)
	f.print(w)
}
