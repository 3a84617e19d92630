package farm

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// Access holds the address of a server and the credentials for it.
type Access struct {
	URL         string // nats://HOST:PORT, or tls://HOST:PORT
	Token       string // empty: none
	Seed        string // file of the seed of an nkey; empty: none
	Credentials string // file of the credentials of a user of NATS; empty: none
	Authority   string // file of the certificates that the server's is signed by; empty: those of the system
}

// connectTime is the timeout for an answer of the server.
const connectTime = 5 * time.Second

// Connect connects to the server. A connection that is lost is sought again until it is
// closed. Beyond this machine it is encrypted. Errors of the address are of the kind
// Input.
func (a Access) Connect(name string) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name(name), nats.Timeout(connectTime), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // requests without an answer are repeated
	}
	local, err := isLocal(a.URL)
	if err != nil {
		return nil, err
	}
	if !local {
		options = append(options, nats.Secure())
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.Authority != "" {
		options = append(options, nats.RootCAs(a.Authority))
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.Seed != "" {
		key, err := nats.NkeyOptionFromSeed(a.Seed)
		if err != nil {
			return nil, failure.Inputf("farm: nkey of %s: %w", a.Seed, err)
		}
		options = append(options, key)
	}
	connection, err := nats.Connect(a.URL, options...)
	if err != nil {
		return nil, &ConnectionError{URL: a.URL, Err: err}
	}
	if connection.MaxPayload() < MaxMessage {
		connection.Close()
		return nil, failure.Inputf("farm: server %s takes messages of %d bytes at most (expected max_payload to be %d or more)", a.URL, connection.MaxPayload(), MaxMessage)
	}
	return connection, nil
}

// Check finds an address that is none.
func (a Access) Check() error {
	_, err := isLocal(a.URL)
	return err
}

// isLocal reports whether a server is on this machine.
func isLocal(address string) (bool, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return false, failure.Inputf("farm: address %.100q (expected nats://HOST:PORT or tls://HOST:PORT, without a password)", address)
	}
	return IsLoopback(u.Hostname()) && u.Scheme == "nats", nil
}

// IsLoopback reports whether a host is this machine, which nobody else can connect to.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ConnectionError says that the connection to a server could not be made, or was lost for long.
type ConnectionError struct {
	URL string
	Err error
}

// Error names the server.
func (e *ConnectionError) Error() string {
	text := fmt.Sprintf("farm: server %s: %v", e.URL, e.Err)
	if errors.Is(e.Err, nats.ErrNoServers) {
		text += " (expected zugfarm serve there)"
	}
	return text
}

// OfMachine tells that no engine is to blame.
func (e *ConnectionError) OfMachine() {}

// FailureKind tells the same of an error that is of no run.
func (e *ConnectionError) FailureKind() failure.Kind { return failure.Machine }

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// Farm sends positions and games to a server, where workers find them. It is a
// runner.Farm.
type Farm struct {
	Access   Access
	Tool     string // version of the program, which workers have to have
	Tell     engines.Logf
	Timeouts Timeouts
	Signer   *Signer // of engines that are programs, which are sent; nil: none is
	// CheckShare has one item in so many done by two workers, the first of all among them;
	// 0: one in fifty.
	CheckShare int
	// Reference is the speed that the times of clocks refer to, in nodes a second of a core. If it is 0, the speed of
	// this machine is measured.
	Reference float64
}

// oneThread refuses an engine whose searches cannot be repeated.
func oneThread(e Engine) error {
	if e.ID.Option(engine.ThreadsOption, "1") != "1" {
		return failure.Inputf("flag --farm: engine %s searches with several threads, and no two of its searches are the same (expected one)", e.ID.Name)
	}
	return nil
}
