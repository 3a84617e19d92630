package audit

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// Schema is the version of the meaning of Report.
const Schema = 2

// Config says what to audit.
type Config struct {
	Options   search.Options            // the engine; its Audit and Threads are set here
	Limits    bench.Limits              // exact ones
	Every     uint64                    // one of so many positions is looked at; 1: all
	Workers   int                       // searches side by side; changes nothing but the time
	Offenders int                       // positions to show at most
	Progress  func(finished, total int) // may be nil; calls never overlap
}

// Report is what an audit found.
type Report struct {
	Schema     int            `json:"schema"`
	Engine     engine.ID      `json:"engine"`
	Suite      bench.SuiteRef `json:"suite"`
	Limits     string         `json:"limits"`
	Every      uint64         `json:"every"`
	Nodes      uint64         `json:"nodes"` // of the searches that were audited
	Total      Count          `json:"total"`
	Rules      []Row          `json:"rules"`      // by what spoke
	Depths     []Row          `json:"depths"`     // by the plies left to search
	Reductions []Row          `json:"reductions"` // by the plies saved
	Pieces     []Row          `json:"pieces"`     // by what the side to move has beside king and pawns
	Guards     []Row          `json:"guards"`     // by the strongest guard that would have let the claim pass
	Offenders  []Offender     `json:"offenders"`  // worst first
	Unrepeated int            `json:"unrepeated"` // offenders looked at that no search from scratch repeats: they hang on the line or on what was searched before
}

// Suite searches every position of a suite and checks claims on the way. The
// error is of the configuration or that of ctx.
func Suite(ctx context.Context, suite *suites.Suite, config Config) (*Report, error) {
	if !config.Limits.Exact() {
		return nil, fmt.Errorf("limits %s read a clock (expected depth, nodes or mate)", config.Limits)
	}
	config.Options.Threads = 1
	plain, err := search.New(config.Options)
	if err != nil {
		return nil, err
	}
	findings, err := inspect(ctx, suite, &config)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Schema: Schema, Engine: plain.ID(), Limits: config.Limits.String(), Every: max(config.Every, 1),
		Suite: bench.SuiteRef{Name: suite.Name, Digest: suite.Digest, Count: len(suite.Records)},
	}
	var sum inspection
	sum.init()
	for i := range findings {
		sum.add(&findings[i])
	}
	r.Nodes, r.Total = sum.nodes, sum.total
	r.Rules = sum.rules.rows(func(k int) string { return search.Rule(k).String() })
	r.Depths = sum.depths.rows(strconv.Itoa)
	r.Reductions = sum.reductions.rows(strconv.Itoa)
	r.Pieces = sum.pieces.rows(func(k int) string {
		if k >= manyPieces {
			return strconv.Itoa(k) + " or more"
		}
		return strconv.Itoa(k)
	})
	r.Guards = sum.guards.rows(func(k int) string { return guardNames[k] })
	r.Offenders, r.Unrepeated, err = convict(ctx, sum.wrong, &config)
	return r, err
}

// inspection is what was found on one position or on several.
type inspection struct {
	nodes                                     uint64
	total                                     Count
	rules, depths, reductions, pieces, guards tally
	wrong                                     []suspect
}

func (n *inspection) init() {
	n.rules, n.depths, n.reductions, n.pieces, n.guards = tally{}, tally{}, tally{}, tally{}, tally{}
}

// manyPieces is from where on numbers of pieces are counted together.
const manyPieces = 4

// guardNames are the guards from the weakest to the strongest as the policies
// name them.
var guardNames = [...]string{"none", "low", "pieces", "two"}

// strongest is the strongest guard that lets the side to move pass.
func strongest(p *chess.Position) (guard, pieces int) {
	side := p.Side()
	var value [2]int
	for k := chess.Knight; k <= chess.Queen; k++ {
		pieces += p.Of(side, k).Count()
		for c := range value {
			value[c] += chess.ExchangeValue[k] * p.Of(chess.Color(c), k).Count()
		}
	}
	for g := nullmove.GuardTwo; g > nullmove.GuardNone; g-- {
		if g.Admits(pieces, value[side&1], value[side.Other()&1]) {
			return int(g), pieces
		}
	}
	return int(nullmove.GuardNone), pieces
}

// note takes a claim in.
func (n *inspection) note(id string, a *search.Audited) {
	guard, pieces := strongest(&a.Position)
	n.total.note(a)
	n.rules.note(int(a.Rule), a)
	n.depths.note(a.Depth, a)
	n.reductions.note(a.Reduction, a)
	n.pieces.note(min(pieces, manyPieces), a)
	n.guards.note(guard, a)
	if a.Wrong() {
		n.wrong = append(n.wrong, suspect{Audited: *a, id: id, times: 1})
	}
}

// settle notes that everything counted so far is of one position.
func (n *inspection) settle() {
	n.total.settle()
	for _, t := range [...]tally{n.rules, n.depths, n.reductions, n.pieces, n.guards} {
		t.settle()
	}
}

func (n *inspection) add(o *inspection) {
	n.nodes += o.nodes
	n.total.Add(o.total)
	n.rules.add(o.rules)
	n.depths.add(o.depths)
	n.reductions.add(o.reductions)
	n.pieces.add(o.pieces)
	n.guards.add(o.guards)
	n.wrong = append(n.wrong, o.wrong...)
}

// inspect searches the positions, each from scratch.
func inspect(ctx context.Context, suite *suites.Suite, config *Config) ([]inspection, error) {
	found := make([]inspection, len(suite.Records))
	var next atomic.Int64
	var working sync.WaitGroup
	var lock sync.Mutex
	var failed error
	finished := 0
	for range max(1, min(config.Workers, len(suite.Records))) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(found); i = int(next.Add(1)) - 1 {
				err := inspectOne(ctx, suite, i, config, &found[i])
				lock.Lock()
				finished++
				if failed == nil {
					failed = err
				}
				if config.Progress != nil && err == nil {
					config.Progress(finished, len(found))
				}
				lock.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	working.Wait()
	return found, failed
}

// inspectOne searches one position.
func inspectOne(ctx context.Context, suite *suites.Suite, index int, config *Config, into *inspection) error {
	record := &suite.Records[index]
	into.init()
	options := config.Options
	options.Audit = &search.Audit{Every: config.Every, Each: func(a search.Audited) { into.note(record.Key(), &a) }}
	searcher, err := search.New(options)
	if err != nil {
		return err
	}
	limits := config.Limits.For(record)
	if limits == (engine.Limits{}) {
		return fmt.Errorf("suite %s: record %q names no depth (expected another limit than %s)", suite.Name, record.Key(), config.Limits)
	}
	result, err := searcher.Search(ctx, engine.Task{Start: record.Position, Limits: limits}, nil)
	into.nodes = result.Nodes
	into.settle()
	if err == nil {
		err = ctx.Err()
	}
	return err
}
