package server

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestOptions: a server that others can reach must encrypt and let in only authorized
// clients.
func TestOptions(t *testing.T) {
	for _, test := range []struct {
		name string
		o    Options
		want string
	}{
		{"no port", Options{Listen: "127.0.0.1"}, "flag --listen=127.0.0.1 (expected HOST:PORT, such as 127.0.0.1:4222)"},
		{"no host", Options{Listen: ":4222"}, "flag --listen=:4222 (expected HOST:PORT, such as 127.0.0.1:4222)"},
		{"anybody", Options{Listen: "0.0.0.0:4222"}, "flag --listen=0.0.0.0:4222: anybody could send work to it (expected a token in ZUGWATCH_FARM_TOKEN, or --worker-key and --client-key)"},
		{"workers alone", Options{Listen: "0.0.0.0:4222", WorkerKeys: []string{"U"}}, "flag --listen=0.0.0.0:4222: anybody could send work to it (expected a token in ZUGWATCH_FARM_TOKEN, or --worker-key and --client-key)"},
		{"plain", Options{Listen: "0.0.0.0:4222", Token: "secret"}, "flag --listen=0.0.0.0:4222: anybody could listen in (expected --tls-cert and --tls-key)"},
		{"half of TLS", Options{Listen: "127.0.0.1:4222", Certificate: "a.pem"}, "flags --tls-cert and --tls-key belong together (expected both)"},
		{"both", Options{Listen: "127.0.0.1:4222", Token: "secret", WorkerKeys: []string{"U"}}, "a token beside keys: whoever has it needs none (expected one of the two)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Start(test.o)
			if err == nil {
				s.Close()
			}
			if failure.Of(err) != failure.Input || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestToken: who has no token is not let in.
func TestToken(t *testing.T) {
	t.Parallel()
	url := serve(t, Options{Token: "secret"}).URL()
	for token, in := range map[string]bool{"secret": true, "guess": false, "": false} {
		nc, err := farm.Access{URL: url, Token: token}.Connect("test")
		if (err == nil) != in {
			t.Errorf("token %q: %v", token, err)
		}
		if err == nil {
			nc.Close()
		}
	}
}

// newKey returns a new key of a kind, and the file of its seed.
func newKey(t *testing.T, create func() (nkeys.KeyPair, error)) (public, file string) {
	t.Helper()
	pair := must.Get(create())(t)
	file = filepath.Join(t.TempDir(), "seed")
	must.Do(t, os.WriteFile(file, must.Get(pair.Seed())(t), 0o600))
	return must.Get(pair.PublicKey())(t), file
}

// TestRights: the key of a worker lets it tell of itself, and neither announce a job nor
// make or read the queue.
func TestRights(t *testing.T) {
	t.Parallel()
	works, seed := newKey(t, nkeys.CreateUser)
	measures, clientSeed := newKey(t, nkeys.CreateUser)
	s := serve(t, Options{WorkerKeys: []string{works}, ClientKeys: []string{measures}})
	client := must.Get(farm.Access{URL: s.URL(), Seed: clientSeed}.Connect("client"))(t)
	defer client.Close()
	jobs := must.Get(client.SubscribeSync(farm.JobSubject))(t)
	presences := must.Get(client.SubscribeSync(farm.PresenceSubject))(t)
	must.Do(t, client.Flush())
	nc := must.Get(farm.Access{URL: s.URL(), Seed: seed}.Connect("worker"))(t)
	defer nc.Close()
	_ = nc.Publish(farm.JobSubject, []byte("{}"))
	_ = nc.Publish(farm.PresenceSubject, []byte("{}"))
	if _, err := presences.NextMsg(10 * time.Minute); err != nil {
		t.Errorf("the presence of a worker: %v", err)
	}
	if m, err := jobs.NextMsg(50 * time.Millisecond); err == nil {
		t.Errorf("a worker announced a job: %s", m.Data)
	}
	js := must.Get(jetstream.New(nc))(t)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "MINE", Subjects: []string{"mine"}}); err == nil {
		t.Error("a worker made a stream")
	}
	if _, err := (farm.Access{URL: s.URL()}).Connect("nobody"); err == nil {
		t.Error("somebody without a key was let in")
	}
	if nc, err := s.Connect("page"); err != nil {
		t.Errorf("this process: %v", err)
	} else {
		nc.Close()
	}
}

// TestPage: the page shows the reported texts, none of them as HTML, and only under this
// address.
func TestPage(t *testing.T) {
	t.Parallel()
	s := serve(t, Options{})
	nc := must.Get(s.Connect("page"))(t)
	defer nc.Close()
	now := time.Unix(0, 0)
	b := must.Get(NewMonitor(nc, farm.DefaultTimeouts(), func() time.Time { return now }))(t)
	b.addJob([]byte(`{"id":"J","protocol":1,"title":"<script>alert(1)</script>","suite":{},"pace":{"beat":1,"silence":1,"patience":1},"barred":["<b>"],"progress":{"finished":3,"total":9,"llr":"1.23","faults":2}}`))
	b.addJob([]byte(`{"id":"../J","suite":{}}`))
	b.addWorkerStatus([]byte(`{"worker":"<i>","tool":"t","cores":4,"busy":2,"done":7,"refused":{"J":"<u>why</u>"}}`))
	get := func(host, path string) (int, string) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		handler(b, "127.0.0.1:1").ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	code, text := get("127.0.0.1:1", "/")
	for _, want := range []string{"&lt;script&gt;", "&lt;b&gt;", "&lt;i&gt;", "&lt;u&gt;why", ">1.23<", "1 workers with 4 cores", `bad">2<`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if code != 200 || strings.Contains(text, "<script") || bytes.Contains([]byte(text), []byte("<u>")) {
		t.Errorf("code %d:\n%s", code, text)
	}
	if code, _ := get("evil.example", "/"); code != http.StatusMisdirectedRequest {
		t.Errorf("another host: code %d", code)
	}
	if code, _ := get("127.0.0.1:1", "/else"); code != http.StatusNotFound {
		t.Errorf("another page: code %d", code)
	}
	now = now.Add(time.Minute)
	if s := b.state(t.Context()); len(s.Jobs)+len(s.Workers) > 0 {
		t.Errorf("who was silent for long is there: %+v", s)
	}
}
