package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"kast/api/auth"
	"kast/repository"
)

func bindPasswd(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, username string) error {
		unknown := func(err error) error {
			if errors.Is(err, auth.ErrUnknownUsername) {
				return fmt.Errorf("nobody has the username %q", username)
			}
			return told(err)
		}
		return withPassword(ctx, std, *path, passwordUse{
			check: func(ctx context.Context, s *auth.Service) error {
				_, err := s.Named(ctx, username)
				return unknown(err)
			},
			do: func(ctx context.Context, s *auth.Service, password string) error {
				a, err := s.SetPassword(ctx, username, password)
				if err != nil {
					return unknown(err)
				}
				_, err = fmt.Fprintf(std.out, "%s has a new password, and is signed out everywhere\n", a.Username)
				return err
			},
		})
	}
}

func bindAccount(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, username string) error {
		taken := fmt.Errorf("somebody has the username %q already", username)
		return withPassword(ctx, std, *path, passwordUse{
			check: func(ctx context.Context, s *auth.Service) error {
				switch _, err := s.Named(ctx, username); {
				case err == nil:
					return taken
				case errors.Is(err, auth.ErrUnknownUsername):
					return nil
				default:
					return told(err)
				}
			},
			do: func(ctx context.Context, s *auth.Service, password string) error {
				a, err := s.AddAccount(ctx, username, password)
				if errors.Is(err, auth.ErrUsernameTaken) {
					return taken
				}
				if err != nil {
					return told(err)
				}
				_, err = fmt.Fprintf(std.out, "%s can sign in now\n", a.Username)
				return err
			},
		})
	}
}

// passwordUse is what is done to the accounts of a database with a password.
type passwordUse struct {
	check func(context.Context, *auth.Service) error // before anybody is asked for a password in vain
	do    func(context.Context, *auth.Service, string) error
}

// errInterrupted ends a command that was told to stop, or whose user has ended the input, before it had changed anything.
var errInterrupted = errors.New("nothing was changed")

// withPassword reads a password and uses it. Until it has the password it may be interrupted; what it does then is done within moments,
// and wholly.
func withPassword(ctx context.Context, std streams, path string, use passwordUse) (err error) {
	unchanged := func(err error) error {
		if ctx.Err() != nil {
			return errInterrupted
		}
		return err
	}
	db, _, err := openExisting(ctx, path, std.err)
	if err != nil {
		return unchanged(err)
	}
	defer closing(db, &err)
	accounts, err := auth.New(ctx, db, auth.Options{})
	if err != nil {
		return unchanged(err)
	}
	if err := use.check(ctx, accounts); err != nil {
		return unchanged(err)
	}
	password, err := readPassword(ctx, std)
	if err != nil {
		return unchanged(err)
	}
	return use.do(context.WithoutCancel(ctx), accounts, password)
}

// told turns errors about a field into words.
func told(err error) error {
	field, ok := errors.AsType[*auth.FieldError](err)
	if !ok {
		if errors.Is(err, repository.ErrUnavailable) {
			return fmt.Errorf("the database cannot be written: %w", err)
		}
		return err
	}
	bounds := fmt.Sprintf("it must have 1 to %d characters", auth.MaxNameChars)
	if field.Field == "password" {
		bounds = fmt.Sprintf("it must have %d to %d characters", auth.MinPasswordChars, auth.MaxPasswordChars)
	}
	how := map[auth.Problem]string{
		auth.TooShort: "is too short: " + bounds, auth.TooLong: "is too long: " + bounds, auth.Missing: "is missing",
		auth.BadCharacters: "has characters that are not allowed",
	}[field.Problem]
	return fmt.Errorf("the %s %s", field.Field, how)
}

// maxLine is more than a password can have, with the end of its line.
const maxLine = 4096

// readPassword reads a password: at a terminal twice and unseen, else the first line.
func readPassword(ctx context.Context, std streams) (string, error) {
	if file, ok := std.in.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return unseen(ctx, std, file)
	}
	return interruptible(ctx, func() (string, error) {
		line, err := bufio.NewReader(io.LimitReader(std.in, maxLine)).ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the password: %w", err)
		}
		password := strings.TrimSuffix(string(bytes.TrimSuffix(line, []byte("\n"))), "\r")
		if password == "" {
			return "", usageError{"the password is read from the standard input, where there is none"}
		}
		return password, nil
	})
}

// interruptible reads until ctx ends; what waits for input then waits on, until the program ends.
func interruptible(ctx context.Context, read func() (string, error)) (string, error) {
	type typed struct {
		text string
		err  error
	}
	done := make(chan typed, 1)
	go func() {
		text, err := read()
		done <- typed{text, err}
	}()
	select {
	case t := <-done:
		return t.text, t.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// unseen reads a password twice that the terminal does not show. Whoever interrupts it gets the terminal back as it was.
func unseen(ctx context.Context, std streams, file *os.File) (password string, err error) {
	fd := int(file.Fd())
	before, err := term.MakeRaw(fd) // no signals come from the keys then, and ctrl-D ends an empty line: readTwice sees both
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	defer func() { err = errors.Join(err, term.Restore(fd, before)) }()
	return interruptible(ctx, func() (string, error) {
		return readTwice(struct {
			io.Reader
			io.Writer
		}{file, std.err})
	})
}

// readTwice asks for a password at a terminal until it is there twice. errInterrupted where the user types ctrl-C, or ctrl-D on an
// empty line.
func readTwice(terminal io.ReadWriter) (string, error) {
	asks := term.NewTerminal(terminal, "")
	var typed [2]string
	for i, prompt := range []string{"New password: ", "Once more: "} {
		line, err := asks.ReadPassword(prompt)
		switch {
		case errors.Is(err, io.EOF):
			_, err = io.WriteString(terminal, "\r\n")
			return "", errors.Join(errInterrupted, err)
		case err != nil:
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed[i] = line
	}
	if typed[0] != typed[1] {
		return "", errors.New("the two are not the same; nothing was changed")
	}
	return typed[0], nil
}
