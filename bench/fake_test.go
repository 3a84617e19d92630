package bench

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// backRank is mate in one by Ra8; stalemate and mated have no legal move.
const (
	backRank  = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"
	startFEN  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	mated     = "R5k1/5ppp/8/8/8/8/8/4K3 b - -"
	stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - -"
)

// answer scripts one search of the fake engine.
type answer struct {
	infos  []engine.Info
	result engine.Result
	err    error
	panics any
	waits  bool    // until the context is done, then answers with result
	deaf   bool    // goes on after the context is done
	then   *answer // what it does the next time; nil: the same
}

// stable is a set of scripted engines that share their script and their books.
type stable struct {
	lock    sync.Mutex
	id      engine.ID
	script  map[string]answer // by the four fields of the position
	opens   []error           // what opening fails with, by turn; nil: it works
	ids     []engine.ID       // who the engine is, by turn; empty: id
	opened  int
	closed  int
	resets  int
	told    int // reports given
	tasks   []engine.Task
	waiting chan struct{} // told when an engine waits
	closing error
	reset   error
}

func newStable() *stable {
	return &stable{
		id:      engine.ID{Name: "Scripted", Version: "1", Options: []engine.Option{{Name: "Hash", Value: "16"}}},
		script:  make(map[string]answer),
		waiting: make(chan struct{}, 100),
	}
}

func (s *stable) open() (engine.Engine, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	turn := s.opened
	s.opened++
	if turn < len(s.opens) && s.opens[turn] != nil {
		return nil, s.opens[turn]
	}
	id := s.id
	if turn < len(s.ids) {
		id = s.ids[turn]
	}
	return &scripted{stable: s, id: id}, nil
}

// run executes records with the engines.
func (s *stable) run(t testing.TB, config Config, records ...epd.Record) (*Run, *Timing) {
	t.Helper()
	run, timing, err := Execute(t.Context(), s.open, suiteOf(records...), config)
	must.Do(t, err)
	return run, timing
}

// scripted is one engine. It checks that it is reset before each search.
type scripted struct {
	stable *stable
	id     engine.ID
	fresh  bool
	closed bool
}

func (e *scripted) ID() engine.ID { return e.id }

func (e *scripted) Reset(context.Context) error {
	e.stable.lock.Lock()
	defer e.stable.lock.Unlock()
	e.stable.resets++
	e.fresh = true
	return e.stable.reset
}

func (e *scripted) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if !e.fresh || e.closed {
		panic("search without a reset, or after close")
	}
	e.fresh = false
	e.stable.lock.Lock()
	e.stable.tasks = append(e.stable.tasks, task)
	a, ok := e.stable.script[task.Start.EPD()]
	if a.then != nil {
		e.stable.script[task.Start.EPD()] = *a.then
	}
	e.stable.lock.Unlock()
	if !ok {
		return engine.Result{Best: firstLegal(task.Start), Depth: 1, Nodes: task.Start.Key() % 1000}, nil
	}
	for _, info := range a.infos {
		each(info)
		e.stable.lock.Lock()
		e.stable.told++
		e.stable.lock.Unlock()
		if ctx.Err() != nil && !a.deaf {
			break
		}
	}
	if a.waits {
		e.stable.waiting <- struct{}{}
		<-ctx.Done()
	}
	if a.panics != nil {
		panic(a.panics)
	}
	return a.result, a.err
}

func (e *scripted) Close() error {
	e.stable.lock.Lock()
	defer e.stable.lock.Unlock()
	if !e.closed {
		e.closed = true
		e.stable.closed++
	}
	return e.stable.closing
}

func firstLegal(p game.Position) game.Move {
	if moves := p.LegalMoves(); len(moves) > 0 {
		return moves[0]
	}
	return game.NoMove
}

// position reads a FEN that is known to be good.
func position(t testing.TB, fen string) game.Position {
	t.Helper()
	p, err := game.ParsePosition(fen)
	if err != nil {
		t.Fatalf("fen %q: %v", fen, err)
	}
	return p
}

// move reads a move that is known to be legal; the empty text is no move.
func move(t testing.TB, fen, san string) game.Move {
	t.Helper()
	if san == "" {
		return game.NoMove
	}
	p := position(t, fen)
	m, err := p.ParseNotation(san)
	if err != nil {
		t.Fatalf("move %q: %v", san, err)
	}
	return m
}

// ask makes a record that asks for one of the moves.
func ask(t testing.TB, id, fen string, best ...string) epd.Record {
	t.Helper()
	r := epd.Record{ID: id, Position: position(t, fen)}
	for _, san := range best {
		r.Best = append(r.Best, move(t, fen, san))
	}
	return r
}

func suiteOf(records ...epd.Record) *suites.Suite {
	return &suites.Suite{Name: "test", Digest: "d1", Records: records}
}

// walk makes a suite of different positions: those after each legal move from
// the start, asking for a move that is right in some of them.
func walk(t testing.TB) *suites.Suite {
	t.Helper()
	start := position(t, startFEN)
	var records []epd.Record
	for _, m := range start.LegalMoves() {
		next := start.After(m)
		replies := next.LegalMoves()
		r := epd.Record{ID: start.Notation(m), Position: next}
		switch m.Chess().To() % 3 {
		case 0:
			r.Best = replies[:1]
		case 1:
			r.Best = replies[1:2]
		}
		records = append(records, r)
	}
	return suiteOf(records...)
}

// ticking returns a clock that goes on by one millisecond each time it is read.
func ticking() func() time.Time {
	var lock sync.Mutex
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		lock.Lock()
		defer lock.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
}

func depthConfig() Config { return Config{Limits: Limits{Limits: engine.Limits{Depth: 5}}, Workers: 1} }

// memory is a Recorder in memory.
type memory struct {
	header *Run
	known  []Answer
	begin  error
	found  []Answer
	fails  int // the call of Record that fails; 0: none does
	calls  int
}

var errFull = errors.New("no space left")

func (m *memory) Begin(run *Run) ([]Answer, error) {
	header := *run
	m.header = &header
	return m.known, m.begin
}

func (m *memory) Record(f Answer) error {
	m.calls++
	if m.calls == m.fails {
		return errFull
	}
	m.found = append(m.found, f)
	return nil
}
