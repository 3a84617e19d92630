// Package server is a NATS server with JetStream in this process, for users without a cluster of their own. It also
// serves the status page of a farm.
package server

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
)

// Options say where a server listens and who may connect.
type Options struct {
	Listen      string   // HOST:PORT
	Folder      string   // where the queue is kept
	Token       string   // that everybody has to have; empty: none
	WorkerKeys  []string // public nkeys of workers, which can do no more than work
	ClientKeys  []string // public nkeys of those who measure
	Certificate string   // file of the certificates; empty: nothing is encrypted
	Key         string   // file of the key of the first of them
	MaxStore    int64    // bytes of the queue and of programs on the disk
}

// maxConnections is the largest number of connections at once.
const maxConnections = 4096

// startTime is the timeout for the start of a server, which reads the queue of its folder.
const startTime = time.Minute

// check refuses a server that others could use or listen in on from elsewhere.
func (o *Options) check() (host string, port int, err error) {
	host, text, err := net.SplitHostPort(o.Listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 || host == "" {
		return "", 0, failure.Inputf("flag --listen=%.100s (expected HOST:PORT, such as 127.0.0.1:4222)", o.Listen)
	}
	secured := o.Token != "" || len(o.WorkerKeys) > 0 && len(o.ClientKeys) > 0
	switch {
	case (o.Certificate == "") != (o.Key == ""):
		return "", 0, failure.Inputf("flags --tls-cert and --tls-key belong together (expected both)")
	case o.Token != "" && len(o.WorkerKeys)+len(o.ClientKeys) > 0:
		return "", 0, failure.Inputf("a token beside keys: whoever has it needs none (expected one of the two)")
	case farm.IsLoopback(host):
	case !secured:
		return "", 0, failure.Inputf("flag --listen=%s: anybody could send work to it (expected a token in ZUGWATCH_FARM_TOKEN, or --worker-key and --client-key)", o.Listen)
	case o.Certificate == "":
		return "", 0, failure.Inputf("flag --listen=%s: anybody could listen in (expected --tls-cert and --tls-key)", o.Listen)
	}
	return host, cmp.Or(port, server.RANDOM_PORT), nil
}

// Server is a server that runs.
type Server struct {
	inner  *server.Server
	scheme string
	own    nats.Option // how this process gets in
}

// Start starts a server. Errors of the options are of the kind Input.
func Start(o Options) (*Server, error) {
	host, port, err := o.check()
	if err != nil {
		return nil, err
	}
	settings := &server.Options{
		ServerName: "zugwatch", Host: host, Port: port, JetStream: true, StoreDir: o.Folder, JetStreamMaxStore: o.MaxStore, JetStreamMaxMemory: 64 << 20,
		MaxPayload: farm.MaxMessage, MaxConn: maxConnections, Authorization: o.Token, NoSigs: true, NoLog: true,
	}
	made := &Server{scheme: "nats", own: nats.Token(o.Token)}
	settings.Nkeys = append(users(o.WorkerKeys, workerRights()), users(o.ClientKeys, clientRights())...)
	if settings.Nkeys != nil {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return nil, err
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, err
		}
		settings.Nkeys = append(settings.Nkeys, users([]string{public}, clientRights())...)
		made.own = nats.Nkey(public, pair.Sign)
	}
	if o.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
		if err != nil {
			return nil, failure.Inputf("flag --tls-cert: %w", err)
		}
		made.scheme = "tls"
		settings.TLS, settings.TLSConfig, settings.TLSTimeout = true, &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair}}, 5
	}
	made.inner, err = server.NewServer(settings)
	if err != nil {
		return nil, failure.With(failure.Machine, fmt.Errorf("farm server: %w", err))
	}
	go made.inner.Start()
	if !made.inner.ReadyForConnections(startTime) {
		made.inner.Shutdown()
		return nil, failure.With(failure.Machine, errors.New("farm server did not start: the address is taken, or the folder of the queue is not writable"))
	}
	return made, nil
}

// URL returns where it listens.
func (s *Server) URL() string { return s.scheme + "://" + s.inner.Addr().String() }

// Connect connects this process to the server.
func (s *Server) Connect(name string) (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s.inner), nats.Name(name), s.own)
}

// Close ends the server.
func (s *Server) Close() {
	s.inner.Shutdown()
	s.inner.WaitForShutdown()
}

// users gives keys their rights.
func users(keys []string, rights *server.Permissions) (all []*server.NkeyUser) {
	for _, key := range keys {
		all = append(all, &server.NkeyUser{Nkey: key, Permissions: rights})
	}
	return all
}

// workerRights let pull items, send results and read programs: no job can be made with them.
func workerRights() *server.Permissions {
	stream := farm.Stream
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			farm.ResultSubject(">"), farm.PresenceSubject, "$JS.API.CONSUMER.INFO." + stream + ".>", "$JS.API.CONSUMER.MSG.NEXT." + stream + ".>", "$JS.ACK." + stream + ".>",
			"$JS.API.STREAM.INFO." + farm.ProgramStream, "$JS.API.DIRECT.GET." + farm.ProgramStream, "$JS.API.DIRECT.GET." + farm.ProgramStream + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{farm.JobSubject, "_INBOX.>"}},
	}
}

// clientRights let make jobs, and answer workers.
func clientRights() *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{"zugwatch.>", "$JS.API.>", farm.StoreSubject, "_INBOX.>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"zugwatch.>", "_INBOX.>"}},
	}
}
