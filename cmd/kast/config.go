package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// flags is a flag set in which every flag has a twin in the environment. A flag that is given wins over its twin.
type flags struct {
	*flag.FlagSet
	getenv func(string) string
}

func newFlags(command string, getenv func(string) string) *flags {
	f := &flags{FlagSet: flag.NewFlagSet(command, flag.ContinueOnError), getenv: getenv}
	f.SetOutput(io.Discard) // errors and help are written by the caller
	f.Usage = func() {}
	return f
}

// twin is the name of a flag in the environment.
func twin(flagName string) string {
	return "KAST_" + strings.ToUpper(strings.ReplaceAll(flagName, "-", "_"))
}

// parse reads the arguments, in which flags may stand on either side of operands, and then the environment for the flags that
// are not among them: a variable that a flag overrides is not looked at, so that it can be at fault. A usageError, or flag.ErrHelp.
func (f *flags) parse(args []string) (operands []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			if err == flag.ErrHelp { //nolint:errorlint // the flag package documents that it returns exactly this
				return nil, err
			}
			return nil, usageError{err.Error()}
		}
		if f.NArg() == 0 {
			return operands, f.parseEnvironment()
		}
		operands = append(operands, f.Arg(0))
		args = f.Args()[1:]
	}
}

func (f *flags) parseEnvironment() (err error) {
	given := map[string]bool{}
	f.Visit(func(known *flag.Flag) { given[known.Name] = true })
	f.VisitAll(func(known *flag.Flag) {
		name := twin(known.Name)
		value := f.getenv(name)
		if value == "" || err != nil || given[known.Name] {
			return
		}
		if fault := known.Value.Set(value); fault != nil {
			err = usageError{fmt.Sprintf("%s=%q: %v", name, value, fault)}
		}
	})
	return err
}

// print lists the flags with their twins and defaults.
func (f *flags) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	none := true
	f.VisitAll(func(known *flag.Flag) {
		if none {
			fmt.Fprintln(t, "\n  flag\tenvironment\tdefault")
			none = false
		}
		value, usage := flag.UnquoteUsage(known)
		fmt.Fprintf(t, "  --%s %s\t%s\t%s\t%s\n", known.Name, value, twin(known.Name), known.DefValue, usage)
	})
	t.Flush()
}

// database is the flag that all commands have.
func (f *flags) database() *string {
	file := fileName("kast.db")
	f.Var(&file, "db", "`FILE` of the database")
	return (*string)(&file)
}

// fileName is the value of a flag that names a file of the disk.
type fileName string

// String is part of flag.Value.
func (n *fileName) String() string { return string(*n) }

// Set is part of flag.Value.
func (n *fileName) Set(s string) error {
	if s == "" || s == ":memory:" {
		return errors.New("it is no file")
	}
	*n = fileName(s)
	return nil
}

// choice is the value of a flag that allows a few words.
type choice struct {
	value   string
	allowed []string
}

// choice adds a flag that allows a few words.
func (f *flags) choice(name, value, usage string, allowed ...string) *choice {
	c := &choice{value: value, allowed: allowed}
	f.Var(c, name, usage+": "+strings.Join(allowed, ", "))
	return c
}

// String is part of flag.Value.
func (c *choice) String() string { return c.value }

// Set is part of flag.Value.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		return fmt.Errorf("it is none of %s", strings.Join(c.allowed, ", "))
	}
	c.value = s
	return nil
}
