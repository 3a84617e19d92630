package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// counting is an engine that answers with the first legal move and counts the
// positions it was given. On one position it always crashes.
type counting struct{ searched, kept *atomic.Int64 }

// accident is the crash, with its circumstances.
type accident struct{}

func (accident) Error() string       { return "crash-exit: exit status 3" }
func (accident) FaultClass() string  { return "crash-exit" }
func (accident) FaultReport() string { return "reproduce: it" }

// searches is the number of searches of crashSuite: one for each position, two for the
// crash.
const searches = 6

func (counting) ID() engine.ID                  { return engine.ID{Name: "counting", Version: "1"} }
func (counting) Reset(context.Context) error    { return nil }
func (counting) Close() error                   { return nil }
func (e counting) open() (engine.Engine, error) { return e, nil }
func newCounting() counting                     { return counting{searched: new(atomic.Int64), kept: new(atomic.Int64)} }

func (e counting) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	e.searched.Add(1)
	if strings.HasPrefix(task.Start.String(), "6k1") {
		return engine.Result{}, accident{}
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 2, Nodes: task.Start.Key() % 1000}, nil
}

func crashSuite(t testing.TB) *suites.Suite {
	t.Helper()
	suite := &suites.Suite{Name: "crash", Digest: "d1"}
	for i, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
		"6k1/5ppp/8/8/8/8/8/R3K3 w - -",
		"8/8/8/8/8/8/1k6/4K2R w K -",
		"8/8/8/8/8/4k3/8/4K2R w K -",
		"4k3/8/8/8/8/8/8/4K2R b K -",
	} {
		position := must.Get(game.ParsePosition(fen))(t)
		suite.Records = append(suite.Records, epd.Record{ID: fmt.Sprint("C/", i), Position: position})
	}
	return suite
}

// noting is a Checkpoint that counts the positions that it has promised to keep.
type noting struct {
	*Checkpoint
	engine counting
}

func (n noting) Record(f bench.Answer) error {
	err := n.Checkpoint.Record(f)
	if err == nil {
		n.engine.kept.Add(1)
	}
	return err
}

// crashingRun returns one life of a process: it executes the suite with a checkpoint and
// saves what it has.
func crashingRun(t testing.TB, d file.Disk, e counting, path string, mode Mode) error {
	t.Helper()
	c, err := OpenCheckpoint(path, CheckpointOptions{Mode: mode, Holder: "test", disk: d})
	if err != nil {
		return err
	}
	config := bench.Config{Limits: bench.Limits{Limits: engine.Limits{Depth: 2}}, Workers: 2, Recorder: noting{c, e}}
	run, timing, err := bench.Execute(t.Context(), e.open, crashSuite(t), config)
	if run != nil {
		err = errors.Join(err, c.Save(run, timing))
	}
	return errors.Join(err, c.Close())
}

// undisturbed returns the run file that nothing came between.
func undisturbed(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.json")
	e := newCounting()
	left := 0
	must.Do(t, crashingRun(t, failing(&left, false), e, path, Refuse))
	if n := e.searched.Load(); n != searches {
		t.Fatalf("%d searches, want %d", n, searches)
	}
	expectTidy(t, path)
	return []byte(readFile(t, path))
}

// expectTidy looks for files that have no business beside a finished run.
func expectTidy(t *testing.T, path string) {
	t.Helper()
	entries := must.Get(os.ReadDir(filepath.Dir(path)))(t)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if got, want := strings.Join(names, " "), "run.json run.json.faults run.timing.json"; got != want {
		t.Errorf("files: got %s, want %s", got, want)
	}
	if got := readFile(t, FaultReportPath(path, "C/1")); got != "reproduce: it\n" {
		t.Errorf("circumstances: got %q", got)
	}
}

// TestEveryCrashPoint ends a run at its n-th call to the disk, for every n, and the
// resumed run at its m-th. One more attempt always gives the very file of an undisturbed
// run. The file is whole at any time, and only positions in flight are searched again.
func TestEveryCrashPoint(t *testing.T) {
	want := undisturbed(t)
	for _, dead := range []bool{false, true} {
		t.Run(fmt.Sprintf("dead %v", dead), func(t *testing.T) {
			t.Parallel() // they wait for the disk
			for n := 1; crashAt(t, want, dead, n); n++ {
				if n > 1000 {
					t.Fatal("there is no end of the calls")
				}
			}
		})
	}
}

// crashAt reports whether the first attempt made n calls. Not every m is tried for
// every n.
func crashAt(t *testing.T, want []byte, dead bool, n int) bool {
	t.Helper()
	const old = "the result of yesterday\n"
	step := 37
	if n == 20 {
		step = 1
	}
	for m := 1 + n%step; ; m += step {
		path := filepath.Join(t.TempDir(), "run.json")
		must.Do(t, os.WriteFile(path, []byte(old), 0o666))
		e := newCounting()
		first, second, none := n, m, 0
		err := crashingRun(t, failing(&first, dead), e, path, Refuse)
		if first > 0 {
			return false
		}
		expectFailure(t, err, n)
		expectWhole(t, path, old, want)
		if kept, _ := journaled(t, path); kept < 0 {
			if e.kept.Load() > 0 && readFile(t, path) != string(want) {
				t.Errorf("call %d: %d positions were recorded and are gone", n, e.kept.Load())
			}
			e.kept.Store(0) // the run was finished, or had not begun: the next one starts from nothing
		}
		if err := crashingRun(t, failing(&second, dead), e, path, Resume); second <= 0 {
			expectFailure(t, err, n)
		}
		expectWhole(t, path, old, want)
		kept, left := journaled(t, path)
		if kept >= 0 && kept < int(e.kept.Load()) {
			t.Errorf("calls %d and %d: %d positions are in the journal, %d were recorded", n, m, kept, e.kept.Load())
		}
		e.searched.Store(0)
		if err := crashingRun(t, failing(&none, false), e, path, Resume); err != nil {
			t.Fatalf("calls %d and %d: resumed run: %v", n, m, err)
		}
		if got := readFile(t, path); got != string(want) {
			t.Fatalf("calls %d and %d: the resumed run differs:\n%s", n, m, got)
		}
		expectTidy(t, path)
		if searched := int(e.searched.Load()); searched != left {
			t.Errorf("calls %d and %d: %d searches, want %d", n, m, searched, left)
		}
		if second > 0 {
			return true
		}
	}
}

// journaled tells how many positions the journal holds and what the others cost;
// -1 without a journal.
func journaled(t *testing.T, path string) (kept, left int) {
	t.Helper()
	data, err := os.ReadFile(JournalPath(path))
	if errors.Is(err, os.ErrNotExist) {
		return -1, searches
	}
	c := must.Get(decodeJournal(data))(t)
	left = searches - len(c.answers)
	for i := range c.answers {
		if c.answers[i].Outcome.Verdict == bench.Faulted {
			left--
		}
	}
	return len(c.answers), left
}

// expectFailure holds that a failure of the disk is told as one.
func expectFailure(t *testing.T, err error, n int) {
	t.Helper()
	if _, ok := errors.AsType[*file.WriteError](err); !ok || !errors.Is(err, errDisk) {
		t.Errorf("call %d: got %v", n, err)
	}
}

// expectWhole holds that the run file is the old one, or a whole new one.
func expectWhole(t *testing.T, path, old string, want []byte) {
	t.Helper()
	data := readFile(t, path)
	if data == old || data == string(want) {
		return
	}
	if run, err := decodeRun([]byte(data)); err != nil || run.Complete {
		t.Errorf("the run file is neither old nor whole: %v", err)
	}
}
