package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// writeCertificate writes a certificate for this machine with a serial number, and its key.
func writeCertificate(t *testing.T, cert, key string, serial int64) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, k.Public(), k)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// serial is the serial number of the certificate that a server shows, and the protocol that was agreed on.
func (s server) serial(t *testing.T) (serial int64, protocol string) {
	t.Helper()
	conn, err := (&tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}}).
		DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "https://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	state := conn.(*tls.Conn).ConnectionState()
	return state.PeerCertificates[0].SerialNumber.Int64(), state.NegotiatedProtocol
}

// TestServe_tls: the server speaks HTTPS, HTTP/2 too and nothing older than TLS 1.2, and takes a new certificate without a
// restart; with a broken one it goes on with the old.
func TestServe_tls(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key, 1)
	s := startServer(t, filepath.Join(dir, "kast.db"), "--tls-cert", cert, "--tls-key", key)

	pool := x509.NewCertPool()
	b, err := os.ReadFile(cert)
	if err != nil {
		t.Fatal(err)
	}
	pool.AppendCertsFromPEM(b)
	c := &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true,
	}}
	defer c.CloseIdleConnections()
	answer, err := c.Get(s.url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 2 {
		t.Errorf("got %s by %s", answer.Status, answer.Proto)
	}
	old := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}}
	if conn, err := old.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "https://")); err == nil {
		conn.Close()
		t.Error("TLS 1.1 is spoken")
	}

	writeCertificate(t, cert, key, 22)
	deadline := time.Now().Add(time.Minute)
	for got := int64(0); got != 22; got, _ = s.serial(t) {
		if time.Now().After(deadline) {
			t.Fatalf("certificate %d is shown", got)
		}
		time.Sleep(100 * time.Millisecond)
	}
	if _, protocol := s.serial(t); protocol != "h2" {
		t.Errorf("protocol %q", protocol)
	}
	got := s.stop()
	contains(t, got.out, "Kast listens on https://127.0.0.1:")
	contains(t, got.err, "certificate read anew")
}

// TestCertificate: what cannot be used changes nothing, and is told of once.
func TestCertificate(t *testing.T) {
	dir := t.TempDir()
	files := tlsConfig{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem")}
	writeCertificate(t, files.cert, files.key, 1)
	var log syncBuffer
	logger, err := newLogger(&log, "text", "info")
	if err != nil {
		t.Fatal(err)
	}
	held := &certificate{files: files, log: logger}
	if err := held.read(); err != nil {
		t.Fatal(err)
	}
	first := held.now
	held.look()
	if err := os.WriteFile(files.key, []byte("half a k"), 0o600); err != nil {
		t.Fatal(err)
	}
	held.look()
	held.look()
	if got, _ := held.get(nil); got != first || strings.Count(log.String(), "the old one stays") != 1 {
		t.Errorf("log: %s", log.String())
	}
	writeCertificate(t, files.cert, files.key, 333)
	held.look()
	if got, _ := held.get(nil); got == first {
		t.Errorf("log: %s", log.String())
	}
}

func TestServe_badTLS(t *testing.T) {
	dir := t.TempDir()
	nothing := filepath.Join(dir, "nothing.pem")
	got := kast(t, "serve", "--tls-cert", nothing)
	if got.code != exitUsage {
		t.Errorf("a certificate without a key: exit code %d", got.code)
	}
	db := filepath.Join(dir, "kast.db")
	got = kast(t, "serve", "--addr", "127.0.0.1:0", "--db", db, "--tls-cert", nothing, "--tls-key", nothing)
	if _, err := os.Stat(db); got.code != exitFailed || err == nil {
		t.Errorf("a certificate that is not there: exit code %d; the database: %v", got.code, err)
	}
	contains(t, got.err, "--tls-cert, --tls-key: ")
}

func TestServe_cors(t *testing.T) {
	s := startServer(t, filepath.Join(t.TempDir(), "kast.db"), "--cors-origin", "https://a.example,https://b.example", "--cors-origin", "http://localhost:5173")
	for origin, want := range map[string]string{
		"https://a.example": "https://a.example", "https://b.example": "https://b.example", "http://localhost:5173": "http://localhost:5173",
		"https://c.example": "",
	} {
		if got := s.call(t, "GET", "/v1/rulesets", "", "Origin", origin).header.Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("%s: %q", origin, got)
		}
	}
	for _, bad := range []string{"*", "https://*.example", "https://a.example/", "a.example", "ftp://a.example", "https://A.example", "null"} {
		if got := kast(t, "serve", "--cors-origin", bad); got.code != exitUsage {
			t.Errorf("%s: exit code %d", bad, got.code)
		}
	}
}

// TestServe_hangup: a new certificate is there at once when the process is told of it.
func TestServe_hangup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no SIGHUP there")
	}
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key, 1)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), self, "serve", "--addr", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
	program.Env = append(os.Environ(), asProgram+"=1", "KAST_DB="+filepath.Join(dir, "kast.db"))
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := program.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	s := server{url: regexp.MustCompile(`https://[^ ,]*[^ ,:]`).FindString(line)}
	if err != nil || s.url == "" {
		t.Fatalf("%q, %v", line, err)
	}
	told := make(chan time.Time, 10)
	go func() {
		for lines := bufio.NewScanner(log); lines.Scan(); {
			if strings.Contains(lines.Text(), "certificate read anew") {
				told <- time.Now()
			}
		}
	}()
	// The server looks by itself too, each lookEvery: so after the first time two more take twice as long, unless it is told.
	var first, at time.Time
	for serial := int64(2); serial <= 4; serial++ {
		writeCertificate(t, cert, key, serial)
		if err := program.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if at = <-told; first.IsZero() {
			first = at
		}
		if got, _ := s.serial(t); got != serial {
			t.Errorf("certificate %d is shown, want %d", got, serial)
		}
	}
	if took := at.Sub(first); took > 2*lookEvery-time.Second {
		t.Errorf("read after %v", took)
	}
	if err := program.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := program.Wait(); err != nil {
		t.Errorf("told to stop: %v", err)
	}
}
