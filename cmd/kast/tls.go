package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"
)

// tlsConfig are the files of a certificate; none of them for plain HTTP.
type tlsConfig struct{ cert, key string }

func tlsFlags(f *flags) func() (tlsConfig, error) {
	cert := f.String("tls-cert", "", "`FILE` with the certificate and those it rests on, PEM; makes the server speak HTTPS")
	key := f.String("tls-key", "", "`FILE` with the key of the certificate, PEM")
	return func() (tlsConfig, error) {
		if (*cert == "") != (*key == "") {
			return tlsConfig{}, usageError{"--tls-cert and --tls-key are needed both, or none"}
		}
		return tlsConfig{cert: *cert, key: *key}, nil
	}
}

// listen makes a listener speak TLS, where there is a certificate, until stop is called. Whoever renews a certificate writes its
// files anew; they are read again once they have changed, and on SIGHUP.
func (c tlsConfig) listen(ctx context.Context, plain net.Listener, logger *slog.Logger) (_ net.Listener, stop func(), err error) {
	if c.cert == "" {
		return plain, func() {}, nil
	}
	held := &certificate{files: c, log: logger}
	if err := held.read(); err != nil {
		return nil, nil, err
	}
	watching, cancel := context.WithCancel(ctx)
	told, deaf := hangups()
	var watch sync.WaitGroup
	watch.Go(func() { held.watch(watching, told) })
	listener := tls.NewListener(plain, &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}, GetCertificate: held.get,
	})
	return listener, func() { cancel(); deaf(); watch.Wait() }, nil
}

// scheme is that of the server's addresses.
func (c tlsConfig) scheme() string {
	if c.cert == "" {
		return "http"
	}
	return "https"
}

// certificate is a certificate that is read again when its files change.
type certificate struct {
	files tlsConfig
	log   *slog.Logger

	mu    sync.Mutex
	now   *tls.Certificate
	state [2]fileState // of the files when they were last read, well or not
}

// fileState tells one content of a file from another.
type fileState struct {
	at   time.Time
	size int64
}

// lookEvery is how often the files are looked at.
const lookEvery = 5 * time.Second

// watch looks at the files until ctx ends, and at once when told to.
func (c *certificate) watch(ctx context.Context, told <-chan os.Signal) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-told:
		}
		c.look()
	}
}

// look reads the files if they have changed. With what cannot be used, as one file of two that are being written, the server
// goes on as it was.
func (c *certificate) look() {
	if c.changed() {
		if err := c.read(); err != nil {
			c.log.Error("the new certificate cannot be used, the old one stays", "error", err)
			return
		}
		c.log.Info("certificate read anew", "file", c.files.cert)
	}
}

func (c *certificate) changed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.files.state() != c.state
}

func (c *certificate) read() error {
	state := c.files.state() // before: what changes after this is seen the next time
	read, err := tls.LoadX509KeyPair(c.files.cert, c.files.key)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = state
	if err != nil {
		return fmt.Errorf("--tls-cert, --tls-key: %w", err)
	}
	c.now = &read
	return nil
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now, nil
}

// state is that of both files; the zero one of a file that is not there.
func (c tlsConfig) state() (all [2]fileState) {
	for i, name := range []string{c.cert, c.key} {
		if info, err := os.Stat(name); err == nil {
			all[i] = fileState{at: info.ModTime(), size: info.Size()}
		}
	}
	return all
}
