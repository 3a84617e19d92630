package server

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// job is a task that runs while the server reads commands.
type job struct {
	ctx       context.Context
	cancel    context.CancelFunc
	kind      jobKind
	pondering context.Context    // done with ctx or when the move pondered on was played
	hit       context.CancelFunc // says that it was
	last      atomic.Bool        // the next line is the last one: commands may follow it
	done      chan struct{}      // closed at the end
}

// jobKind says what may end a job before its time.
type jobKind uint8

const (
	searching jobKind = iota // stop and quit
	endless                  // the same, and any command that waits for its end
	errand                   // stop; quit waits for it
)

// begin starts a job.
func (s *server) begin(kind jobKind, work func(*job)) {
	ctx, cancel := context.WithCancel(s.ctx)
	s.job = &job{ctx: ctx, cancel: cancel, kind: kind, done: make(chan struct{})}
	s.job.pondering, s.job.hit = context.WithCancel(ctx)
	go func(j *job) {
		defer close(j.done)
		defer j.cancel()
		work(j)
	}(s.job)
}

// search carries a go command out. It is always answered, by 0000 or resign when there is
// nothing to search.
func (s *server) search(args []string) {
	p, ok := s.current()
	if !ok {
		s.out.line("%s", s.host.Protocol.UnansweredLine(args))
		return
	}
	o := parseGo(s.host.Protocol, args, p, s.own.overhead)
	for _, text := range o.odd {
		s.out.note("go: %s", text)
	}
	if o.perft > 0 {
		s.perft([]string{strconv.Itoa(o.perft)})
		return
	}
	if s.debug {
		s.out.note("go: limits %q infinite %t ponder %t moves %v", o.limits, o.infinite, o.ponder, o.moves)
	}
	if !s.ready() {
		s.out.line("%s", s.host.Protocol.UnansweredLine(args))
		return
	}
	h := &searchJob{
		asked: args, checkmate: o.checkmate,
		server: s, engine: s.engine, own: s.own,
		task: engine.Task{Start: s.start, Moves: s.moves, Limits: o.limits, SearchMoves: o.moves, MultiPV: s.own.lines},
	}
	kind := searching
	if o.infinite || o.ponder || o.limits == (engine.Limits{Mate: o.limits.Mate}) {
		kind = endless // a mate may never be found
	}
	s.begin(kind, func(j *job) { h.run(j, o.infinite, o.ponder) })
}

// searchJob is one search of the server. It uses only what does not change of the server.
type searchJob struct {
	server    *server
	engine    engine.Engine
	asked     []string // the words behind go
	checkmate bool     // it is asked for a mate as USI does
	own       ownOptions
	task      engine.Task
	start     time.Time
	last      engine.Info // the last report
	turn      int         // moves begun at the root since then
}

// run searches and answers. An infinite search answers only when it is ended. A pondering one answers when it is
// ended, or by its limits after the move pondered on was played. It begins anew then, with all that is in the
// transposition table.
func (a *searchJob) run(j *job, infinite, ponder bool) {
	var result engine.Result
	var err error
	if ponder {
		result, err = a.ponder(j)
	}
	if err == nil && (!ponder || j.ctx.Err() == nil) {
		result, err = a.ask(j.ctx, a.task)
		if err == nil && infinite {
			<-j.ctx.Done()
		}
	}
	out := a.server.out
	answer := a.server.host.Protocol.AnswerLine(&result)
	switch {
	case err != nil:
		out.note("search: %v", err)
		answer = a.server.host.Protocol.UnansweredLine(a.asked)
	case a.checkmate:
		answer = uci.CheckmateLine(&result)
	}
	if err == nil && a.own.counters {
		a.count(&result)
	}
	j.last.Store(true)
	out.line("%s", answer)
}

// ponder searches without a limit until the move was played or the job is ended.
func (a *searchJob) ponder(j *job) (engine.Result, error) {
	task := a.task
	task.Limits = engine.Limits{}
	result, err := a.ask(j.pondering, task)
	if err == nil {
		<-j.pondering.Done()
	}
	return result, err
}

// ask searches and reports.
func (a *searchJob) ask(ctx context.Context, task engine.Task) (engine.Result, error) {
	a.last, a.turn = engine.Info{}, 0
	task.AtRoot = nil
	if a.server.host.Now != nil {
		a.start = a.server.host.Now()
		task.AtRoot = a.reportCurrentMove
	}
	result, err := a.engine.Search(ctx, task, func(i engine.Info) {
		if a.own.counters {
			a.server.out.report("%s", uci.CountersLine(i.Nodes, i.Counters))
		}
		a.server.out.report("%s", a.server.host.Protocol.InfoLine(&i, a.server.elapsed(a.start)))
		a.last, a.turn = i, 0
	})
	switch {
	case err != nil:
	case result.Best == game.NoMove:
		a.server.out.line("info depth 0 score %s", a.server.host.Protocol.ScoreText(result.Score, engine.Exact))
	case a.last.Nodes != result.Nodes:
		a.finish(&result)
	}
	return result, err
}

// currentAfter is the time from which a search reports its current move. Earlier the reports would come too fast to
// be read.
const currentAfter = time.Second

// reportCurrentMove reports that the turn of a move at the root has come.
func (a *searchJob) reportCurrentMove(m game.Move) {
	a.turn++
	if a.server.elapsed(a.start) < currentAfter {
		return
	}
	depth := a.last.Depth
	if a.last.Bound == engine.Exact {
		depth++
	}
	a.server.out.line("info depth %d currmove %s currmovenumber %d", depth, m, a.turn)
}

// finish reports a search that ended between two reports.
func (a *searchJob) finish(result *engine.Result) {
	i := engine.Info{
		Depth: result.Depth, SelDepth: result.SelDepth, Score: result.Score, Bound: result.Bound,
		Nodes: result.Nodes, Hashfull: a.last.Hashfull, PV: result.PV,
	}
	if a.last.MultiPV > 0 {
		i.MultiPV = 1
	}
	a.server.out.report("%s", a.server.host.Protocol.InfoLine(&i, a.server.elapsed(a.start)))
}

// count prints the pruning counters of the search.
func (a *searchJob) count(result *engine.Result) {
	a.server.out.report("%s", uci.CountersLine(result.Nodes, result.Counters))
	for depth, c := range result.ByDepth {
		a.server.out.report("%s", uci.DepthLine(depth, c))
	}
}
