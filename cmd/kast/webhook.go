package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"kast/api/webhook"
	"kast/repository"
)

// webhookSecret is where the secret of the webhook stands. It has no flag, since everybody on a machine can read the
// arguments of its programs.
const webhookSecret = "KAST_WEBHOOK_SECRET" //nolint:gosec // it is a name

// webhookConfig is where notices go. Neither part may be printed: URLs hold tokens too.
type webhookConfig struct{ url, secret string }

// noticeSender delivers notices while the server runs; nil when there is no webhook.
type noticeSender struct{ *webhook.Sender }

// sender makes the sender of notices, nil when none are wanted. A usageError.
func (c webhookConfig) sender(logger *slog.Logger) (*noticeSender, error) {
	if c.url == "" {
		return nil, nil
	}
	to, err := webhook.NewTarget(c.url, c.secret)
	switch {
	case errors.Is(err, webhook.ErrSecret) && c.secret == "":
		return nil, usageError{"--webhook needs a secret in " + webhookSecret + ", such as `openssl rand -base64 32` prints"}
	case errors.Is(err, webhook.ErrSecret):
		return nil, usageError{fmt.Sprintf("%s: %v", webhookSecret, err)}
	case err != nil:
		return nil, usageError{fmt.Sprintf("--webhook: %v", err)}
	}
	logger.Info("webhook", "to", to)
	return &noticeSender{webhook.New(to, webhook.Options{Logger: logger})}, nil
}

// wake is what to call when there is a notice, nil when none are wanted.
func (s *noticeSender) wake() func() {
	if s == nil {
		return nil
	}
	return s.Wake
}

// run delivers notices in the background until stop is called.
func (s *noticeSender) run(ctx context.Context, store repository.Notices) (stop func()) {
	if s == nil {
		return func() {}
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	background.Go(func() { s.Run(running, store) })
	return func() {
		cancel()
		background.Wait()
	}
}
