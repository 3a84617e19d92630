package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// account returns a new key that programs are signed by.
func account(t *testing.T) (public string, signer *farm.Signer) {
	t.Helper()
	public, file := newKey(t, nkeys.CreateAccount)
	return public, must.Get(farm.NewSigner(file))(t)
}

// sentAs returns the small engine, which is sent as a program of some bytes.
func sentAs(t *testing.T, content []byte) engines.Engine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	must.Do(t, os.WriteFile(path, content, 0o700))
	return engines.Engine{Name: "mine", Command: uci.Command{Path: path}, Open: small(t).Open}
}

// offer has a suite searched on an engine until something is told, and is that.
func offer(t *testing.T, f *farm.Farm, on engines.Engine) string {
	t.Helper()
	told := new(messageLog)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f.Tell = func(format string, args ...any) {
		told.tell(format, args...)
		cancel()
	}
	suite, config := positions(t, 2, 1), nodes(100)
	config.Remote = must.Get(f.Suite(on, suite, &config))(t)
	if run, _, err := bench.Execute(ctx, on.Open, suite, config); err == nil || run.Totals().Unfinished != 2 {
		t.Errorf("the run ends with %v", err)
	}
	return strings.ReplaceAll(told.text(), `\"`, `"`)
}

// state returns that of the stream of programs.
func state(t *testing.T, nc *nats.Conn) jetstream.StreamState {
	t.Helper()
	return must.Get(must.Get(jetstream.New(nc))(t).Stream(t.Context(), farm.ProgramStream))(t).CachedInfo().State
}

// TestProgram: a program goes to the store once, in as many messages as it needs, and a worker
// with a key that lets it do nothing but work reads it there.
func TestProgram(t *testing.T) {
	t.Parallel()
	works, seed := newKey(t, nkeys.CreateUser)
	measures, clientSeed := newKey(t, nkeys.CreateUser)
	url := serve(t, Options{WorkerKeys: []string{works}, ClientKeys: []string{measures}}).URL()
	client := must.Get(farm.Access{URL: url, Seed: clientSeed}.Connect("client"))(t)
	defer client.Close()
	nc := must.Get(farm.Access{URL: url, Seed: seed}.Connect("worker"))(t)
	defer nc.Close()
	public, signer := account(t)
	content := bytes.Repeat([]byte("program "), 50_000)
	fetched := make(chan []byte, 10)
	w := &worker.Worker{Name: "reads", Tool: "test", Cores: 1, Tell: t.Logf, Timeouts: quick(), Prepare: func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
		p, err := job.Suite.Engine.Program.Open([]string{public})
		if err != nil {
			t.Error(err)
			return nil, err
		}
		var got bytes.Buffer
		if err := farm.ProgramFetcher(nc)(ctx, p, &got); err != nil {
			t.Error(err)
		}
		fetched <- got.Bytes()
		return nil, context.Canceled // it is not what this is about
	}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- w.Run(ctx, nc) }()
	on := sentAs(t, content)
	var last [2]uint64
	for i := range last {
		f := farmAt(url, nil)
		f.Access.Seed, f.Signer = clientSeed, signer
		if told := offer(t, f, on); !strings.Contains(told, "refuses") {
			t.Errorf("told %s", told)
		}
		if got := <-fetched; !bytes.Equal(got, content) {
			t.Errorf("%d bytes were fetched", len(got))
		}
		last[i] = state(t, client).LastSeq
	}
	if last[0] != 5 || last[1] != last[0] {
		t.Errorf("%d messages, then %d", last[0], last[1])
	}
	cancel()
	<-ended
	js := must.Get(jetstream.New(nc))(t)
	for _, try := range []func(ctx context.Context) error{
		func(ctx context.Context) error {
			_, err := js.PublishMsg(ctx, nats.NewMsg(strings.TrimSuffix(farm.StoreSubject, ">")+"C.X"))
			return err
		},
		func(ctx context.Context) error {
			_, err := js.CreateConsumer(ctx, farm.ProgramStream, jetstream.ConsumerConfig{})
			return err
		},
	} {
		limited, end := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if err := try(limited); err == nil {
			t.Error("a worker did more than read")
		}
		end()
	}
	if s := state(t, client); s.LastSeq != last[0] || s.Consumers > 0 {
		t.Errorf("the store is %+v", s)
	}
}

// TestProgramAgain: a program lost by the store is put there again while the job goes on. A
// worker that tries again says so once.
func TestProgramAgain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		lose func(ctx context.Context, js jetstream.JetStream) error
	}{
		{"everything", func(ctx context.Context, js jetstream.JetStream) error { return js.DeleteObjectStore(ctx, "ZUGWATCH") }},
		{"a piece", func(ctx context.Context, js jetstream.JetStream) error {
			stream, err := js.Stream(ctx, farm.ProgramStream)
			if err != nil {
				return err
			}
			return stream.DeleteMsg(ctx, 2) // of four, before the head
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			url := serve(t, Options{}).URL()
			nc, js := connect(t, url)
			public, signer := account(t)
			content := bytes.Repeat([]byte("program "), 50_000)
			tries := 0
			said := new(messageLog)
			hire(t, url, func(w *worker.Worker) {
				w.Tell = said.tell
				w.Prepare = func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
					p, err := job.Suite.Engine.Program.Open([]string{public})
					if err != nil {
						return nil, err
					}
					if tries++; tries == 1 {
						if err := test.lose(ctx, js); err != nil {
							t.Error(err)
						}
					}
					var got bytes.Buffer
					if err := farm.ProgramFetcher(nc)(ctx, p, &got); err != nil || tries < 3 {
						return nil, cmp.Or(err, error(jetstream.ErrMsgNotFound))
					}
					return nil, fmt.Errorf("program of %d bytes is there", got.Len())
				}
			})
			f := farmAt(url, nil)
			f.Signer = signer
			told := offer(t, f, sentAs(t, content))
			if want := "program of 400000 bytes is there"; !strings.Contains(told, want) {
				t.Errorf("told %s\nwant %s", told, want)
			}
			if n := strings.Count(said.text(), "is tried again and again"); n != 1 {
				t.Errorf("the worker says %d times that it tries again: %s", n, said.text())
			}
		})
	}
}

// TestStoreLimit: if a server has too little room on its disk, for programs or for the queue,
// the coordinator reports how much it needs.
func TestStoreLimit(t *testing.T) {
	t.Parallel()
	_, signer := account(t)
	for _, test := range []struct {
		name string
		mib  int64
		want string
	}{
		{"queue", 255, ": JetStream: it has no room for the queue (expected zugfarm serve --store-limit 256 or more there)"},
		{"programs", 767, ": program of engine mine: it has no room for programs that are sent beside the queue (expected zugfarm serve --store-limit 768 or more there)"},
		{"enough", 768, "context canceled"}, // by the worker
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			url := serve(t, Options{MaxStore: test.mib << 20}).URL()
			f := farmAt(url, t.Logf)
			f.Signer = signer
			suite, config, on := positions(t, 1, 1), nodes(100), sentAs(t, []byte("program"))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			hire(t, url, func(w *worker.Worker) {
				w.Prepare = func(context.Context, *farm.Job) (*worker.Preparation, error) {
					cancel()
					return nil, context.Canceled
				}
			})
			config.Remote = must.Get(f.Suite(on, suite, &config))(t)
			if _, _, err := bench.Execute(ctx, on.Open, suite, config); err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}
