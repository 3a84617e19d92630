package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/farm/worker"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestDeath: a run equals that of this machine even if workers die and the server is
// replaced by one with an empty queue.
func TestDeath(t *testing.T) {
	t.Parallel()
	s := serve(t, Options{})
	url := s.URL()
	dies := hire(t, url, func(w *worker.Worker) { w.Name = "dies" })
	hire(t, url, func(w *worker.Worker) { w.Name = "lives" })
	told := new(messageLog)
	f := farmAt(url, told.tell)
	suite, config := positions(t, 40, 1), nodes(100)
	config.Progress = func(e bench.Event) {
		switch e.Finished {
		case 10:
			dies.die()
		case 20:
			hire(t, url, func(w *worker.Worker) { w.Name = "comes" })
		case 30:
			s.Close()
			serve(t, Options{Listen: strings.TrimPrefix(url, "nats://")})
		}
	}
	run := send(t, f, suite, config)
	config.Progress = nil
	expectLocal(t, run, suite, config)
	if told.text() != "" {
		t.Errorf("told: %s", told.text())
	}
}

// TestLost: an item that workers die of is given to three, one after the other, and is a
// fault then.
func TestLost(t *testing.T) {
	t.Parallel()
	for deaths, lost := range map[int]bool{farm.Attempts - 1: false, farm.Attempts: true} {
		t.Run(fmt.Sprint(deaths), func(t *testing.T) {
			t.Parallel()
			url := serve(t, Options{}).URL()
			before := make(chan struct{})
			close(before)
			for i := range deaths + 1 {
				after, given, died := before, make(chan struct{}), make(chan struct{})
				h := hire(t, url, func(w *worker.Worker) {
					w.Name = fmt.Sprint("w", i)
					w.Prepare = func(ctx context.Context, job *farm.Job) (*worker.Preparation, error) {
						select {
						case <-after:
						case <-ctx.Done():
							return nil, ctx.Err()
						}
						c, err := workshop().Prepare(ctx, job)
						if i == deaths {
							return c, err
						}
						return stuck(c, given), err
					}
				})
				if i < deaths {
					go func() {
						<-given
						h.die()
						close(died)
					}()
				}
				before = died
			}
			f := farmAt(url, t.Logf)
			suite, config := positions(t, 1, 1), nodes(100)
			run := send(t, f, suite, config)
			if o := run.Outcomes[0]; !lost {
				expectLocal(t, run, suite, config)
			} else if o.Fault != bench.FaultInternal {
				t.Errorf("the position is %+v", o)
			}
		})
	}
}

// proxy is a connection that drops, doubles, delays and so reorders messages.
type proxy struct {
	target string
	lock   sync.Mutex
	random *rand.Rand
	harmed map[string]bool // items; a message about each was dropped, doubled or delayed
}

// serve takes connections until the listener is closed.
func (p *proxy) serve(on net.Listener) {
	for {
		client, err := on.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			return
		}
		go p.pump(client, server)
		go p.pump(server, client)
	}
}

// pump hands frames on.
func (p *proxy) pump(from io.ReadCloser, to io.WriteCloser) {
	defer from.Close()
	defer to.Close()
	var writing sync.Mutex
	write := func(frame []byte) error {
		writing.Lock()
		defer writing.Unlock()
		_, err := to.Write(frame)
		return err
	}
	in := bufio.NewReaderSize(from, 1<<20)
	for {
		frame, subject, err := readFrame(in)
		if err != nil {
			return
		}
		switch fate := p.fate(subject); {
		case fate < 5: // dropped
		case fate < 10: // doubled
			err = write(append(slices.Clone(frame), frame...))
		case fate < 20: // late
			time.AfterFunc(time.Duration(fate-9)*20*time.Millisecond, func() { _ = write(frame) })
		default:
			err = write(frame)
		}
		if err != nil {
			return
		}
	}
}

// fate returns what becomes of a message, in per cent. The questions to JetStream and their
// answers get through: they are asked again after seconds. No item is harmed twice: one that
// is lost on three ways is given up, as after the deaths of three workers.
func (p *proxy) fate(subject string) int {
	if !strings.HasPrefix(subject, "zugwatch.") && !strings.HasPrefix(subject, "$JS.ACK.") && !strings.HasPrefix(subject, "+_INBOX.") {
		return 100
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	fate := p.random.IntN(100)
	if _, item := farm.ParseCopy(subject); item && fate < 20 {
		if p.harmed[subject] {
			return 100
		}
		p.harmed[subject] = true
	}
	return fate
}

// readFrame reads one frame of the protocol of NATS, and the subject if it is a message;
// a + stands before one that a client publishes to an inbox.
func readFrame(in *bufio.Reader) (frame []byte, subject string, err error) {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, "", err
	}
	words := strings.Fields(string(line))
	if len(words) < 3 || !slices.Contains([]string{"PUB", "HPUB", "MSG", "HMSG"}, words[0]) {
		return line, "", nil
	}
	size, err := strconv.Atoi(words[len(words)-1])
	if err != nil {
		return nil, "", err
	}
	body := make([]byte, size+2)
	if _, err := io.ReadFull(in, body); err != nil {
		return nil, "", err
	}
	subject = words[1]
	if words[0] == "PUB" && strings.HasPrefix(subject, "_INBOX.") {
		subject = "+" + subject
	}
	return append(line, body...), subject, nil
}

// TestBadLine: a run equals that of this machine even if messages in all directions are
// dropped, doubled, delayed and reordered.
func TestBadLine(t *testing.T) {
	t.Parallel()
	p := &proxy{target: strings.TrimPrefix(serve(t, Options{}).URL(), "nats://"), random: rand.New(rand.NewPCG(22, 1)), harmed: map[string]bool{}}
	on := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer on.Close()
	go p.serve(on)
	url := "nats://" + on.Addr().String()
	for _, name := range []string{"one", "two"} {
		hire(t, url, func(w *worker.Worker) { w.Name, w.Cores = name, 2 })
	}
	told := new(messageLog)
	f := farmAt(url, told.tell)
	suite, config := positions(t, 40, 1), nodes(100)
	run := send(t, f, suite, config)
	expectLocal(t, run, suite, config)
	if told.text() != "" {
		t.Errorf("told: %s", told.text())
	}
	if p.lock.Lock(); len(p.harmed) == 0 {
		t.Error("no item was dropped, doubled or delayed")
	}
	p.lock.Unlock()
}

// TestFlood: workers that answer at once, a thousand of them in the slow tests, lose no
// item, and the memory stays bounded.
func TestFlood(t *testing.T) {
	workers, items := 5, 1000
	if must.Slow() {
		workers, items = 1000, 100_000
	} else {
		t.Parallel()
	}
	s := serve(t, Options{})
	atOnce := by(func(_ context.Context, item *farm.Item) (farm.Result, error) {
		return farm.Result{Index: item.Index, End: farm.Done, Outcome: json.RawMessage(strconv.Itoa(item.Index))}, nil
	})
	for i := range workers {
		hire(t, s.URL(), func(w *worker.Worker) {
			w.Name, w.Tell = fmt.Sprint("w", i), func(string, ...any) {}
			w.Timeouts = farm.DefaultTimeouts()
			w.Prepare = always(atOnce)
		})
	}
	settled := make([]int, items)
	var first time.Time
	var most uint64
	count := 0
	f := farmAt(s.URL(), t.Errorf)
	f.Timeouts = farm.DefaultTimeouts()
	task := taskOf("flood", items, func(r farm.Result) {
		if count++; count == 1 {
			first = time.Now()
		}
		if count%5000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
		}
		settled[r.Index]++
	})
	task.Item = func(int) farm.Item { return farm.Item{Record: strings.Repeat("x", 200)} }
	task.Here = func(context.Context, int) (farm.Result, error) { panic("nobody lies") }
	before := cpuTime()
	err := f.Coordinate(t.Context(), task)
	must.Do(t, err)
	for i, n := range settled {
		if n != 1 {
			t.Fatalf("item %d was settled %d times", i, n)
		}
	}
	if most > 512<<20 {
		t.Errorf("the heap grew to %d MiB", most>>20)
	}
	wall, used := time.Since(first), cpuTime()-before
	if must.Slow() { // no other test is under way
		calm := cpuTime()
		time.Sleep(time.Second)
		if calm = cpuTime() - calm; calm > 800*time.Millisecond {
			t.Errorf("%v of CPU in a second when there was no job", calm)
		}
	}
	t.Logf("%d workers, %d items: %.0f a second, %.3f ms of CPU each with all workers and the server, %d MiB of heap", workers, items,
		float64(items)/wall.Seconds(), float64(used.Microseconds())/1000/float64(items), most>>20)
}
