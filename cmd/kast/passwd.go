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
		return withPassword(ctx, std, *path, func(s *auth.Service, password string) error {
			a, err := s.SetPassword(ctx, username, password)
			if errors.Is(err, auth.ErrUnknownUsername) {
				return fmt.Errorf("nobody has the username %q", username)
			}
			if err != nil {
				return told(err)
			}
			_, err = fmt.Fprintf(std.out, "%s has a new password, and is signed out everywhere\n", a.Username)
			return err
		})
	}
}

func bindAccount(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, username string) error {
		return withPassword(ctx, std, *path, func(s *auth.Service, password string) error {
			a, err := s.AddAccount(ctx, username, password)
			if errors.Is(err, auth.ErrUsernameTaken) {
				return fmt.Errorf("somebody has the username %q already", username)
			}
			if err != nil {
				return told(err)
			}
			_, err = fmt.Fprintf(std.out, "%s can sign in now\n", a.Username)
			return err
		})
	}
}

// withPassword reads a password and does something to the accounts of a database with it.
func withPassword(ctx context.Context, std streams, path string, do func(*auth.Service, string) error) (err error) {
	db, _, err := openExisting(ctx, path, std.err)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	accounts, err := auth.New(ctx, db, auth.Options{})
	if err != nil {
		return err
	}
	password, err := readPassword(ctx, std)
	if err != nil {
		return err
	}
	return do(accounts, password)
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
	how := map[auth.Problem]string{
		auth.TooShort: "is too short", auth.TooLong: "is too long", auth.Missing: "is missing",
		auth.BadCharacters: "has characters that are not allowed",
	}[field.Problem]
	return fmt.Errorf("the %s %s", field.Field, how)
}

// maxLine is more than a password can have, with the end of its line.
const maxLine = 4096

// readPassword reads a password: at a terminal twice and unseen, else the first line.
func readPassword(ctx context.Context, std streams) (string, error) {
	file, ok := std.in.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(std.in, maxLine)).ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the password: %w", err)
		}
		password := strings.TrimSuffix(string(bytes.TrimSuffix(line, []byte("\n"))), "\r")
		if password == "" {
			return "", usageError{"the password is read from the standard input, where there is none"}
		}
		return password, nil
	}
	first, err := unseen(ctx, std, file, "New password: ")
	if err != nil {
		return "", err
	}
	second, err := unseen(ctx, std, file, "Once more: ")
	if err != nil {
		return "", err
	}
	if first != second {
		return "", errors.New("the two are not the same; nothing was changed")
	}
	return first, nil
}

// unseen reads a line that the terminal does not show. Whoever interrupts it gets the terminal back as it was.
func unseen(ctx context.Context, std streams, terminal *os.File, prompt string) (string, error) {
	fd := int(terminal.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	fmt.Fprint(std.err, prompt)
	defer fmt.Fprintln(std.err)
	type typed struct {
		line []byte
		err  error
	}
	done := make(chan typed, 1)
	go func() {
		line, err := term.ReadPassword(fd)
		done <- typed{line, err}
	}()
	select {
	case t := <-done:
		if t.err != nil {
			return "", fmt.Errorf("read the password: %w", t.err)
		}
		return string(t.line), nil
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(fd, before))
	}
}
