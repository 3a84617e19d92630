package audit

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/suites"
)

// schemaVersion is the version of the meaning of Report.
const schemaVersion = 3

// Config says what to audit.
type Config struct {
	Own             builtin.Engine            // the engine; it searches with one thread
	Limits          bench.Limits              // exact ones
	Every           uint64                    // one of so many positions is looked at; 1: all
	Workers         int                       // searches side by side; changes nothing but the time
	Counterexamples int                       // positions to show at most
	Progress        func(finished, total int) // may be nil; calls never overlap
}

// Check returns an error if the limits do not fix which claims are checked.
func (c *Config) Check() error {
	if !c.Limits.Exact() || c.Limits.StopSolved > 0 || c.Limits.Steps > 0 || c.Limits.KeepState > 0 {
		return fmt.Errorf("audit: limits %s (expected depth or nodes alone)", c.Limits)
	}
	return nil
}

// Report counts the wrong claims of an audit by rule, depth, reduction, material and guard, and lists the worst.
type Report struct {
	Schema          int              `json:"schema"`
	Engine          engine.ID        `json:"engine"`
	Suite           bench.SuiteRef   `json:"suite"`
	Limits          string           `json:"limits"`
	Every           uint64           `json:"every"`
	Nodes           uint64           `json:"nodes"` // of the searches that were audited
	Total           Count            `json:"total"`
	Rules           []Row            `json:"rules"`      // by the rule that made the claim
	Depths          []Row            `json:"depths"`     // by the plies left to search
	Reductions      []Row            `json:"reductions"` // by the plies saved
	Pieces          []Row            `json:"pieces"`     // by the pieces of the side to move, without king and pawns
	Guards          []Row            `json:"guards"`     // by the strongest guard that would have let the claim pass
	Positions       []Position       `json:"positions"`  // of the suite, in its order
	Counterexamples []Counterexample `json:"offenders"`  // worst first
	Unrepeated      int              `json:"unrepeated"` // suspects whose claim no search from scratch repeats: it depends on the line or on earlier searches
}

// Run searches every position of a suite and checks claims on the way. The
// error is of the configuration or that of ctx.
func Run(ctx context.Context, suite *suites.Suite, config Config) (*Report, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	if plays, played := config.Own.Game(), suite.Game(); plays != played {
		return nil, fmt.Errorf("suite %s is of %s, and engine %s plays %s", suite.Name, played, builtin.NameOf(plays), plays)
	}
	plain, err := config.Own.Judge(nil)
	if err != nil {
		return nil, err
	}
	defer plain.Close()
	found, err := inspect(ctx, suite, &config)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Schema: schemaVersion, Engine: plain.ID(), Limits: config.Limits.String(), Every: max(config.Every, 1),
		Suite: bench.SuiteRef{Name: suite.Name, Digest: suite.Digest, Count: len(suite.Records)},
	}
	sum := newInspection()
	for i := range found {
		sum.add(&found[i])
		t := &found[i].tallies
		r.Positions = append(r.Positions, Position{ID: suite.Records[i].Key(), Rules: t[byRule].shares(ruleName), Depths: t[byDepth].shares(strconv.Itoa)})
	}
	r.Nodes, r.Total = sum.nodes, sum.total
	r.Rules = sum.tallies[byRule].rows(ruleName)
	r.Depths = sum.tallies[byDepth].rows(strconv.Itoa)
	r.Reductions = sum.tallies[byReduction].rows(strconv.Itoa)
	r.Pieces = sum.tallies[byPieces].rows(func(k int) string {
		if k >= manyPieces {
			return strconv.Itoa(k) + " or more"
		}
		return strconv.Itoa(k)
	})
	r.Guards = sum.tallies[byGuard].rows(func(k int) string { return guardNames[k] })
	r.Counterexamples, r.Unrepeated, err = reproduce(ctx, sum.wrong, &config)
	return r, err
}

// ruleName returns a rule in one word.
func ruleName(rule int) string { return pass.Rule(rule).String() }

// inspection holds the claims found on one position, or on several.
type inspection struct {
	nodes   uint64
	total   Count
	tallies [properties]tally
	wrong   []suspect
}

// The properties of claims that are counted apart.
const (
	byRule = iota
	byDepth
	byReduction
	byPieces
	byGuard
	properties
)

func newInspection() (n inspection) {
	for i := range n.tallies {
		n.tallies[i] = make(tally)
	}
	return n
}

// manyPieces is the number of pieces from which on claims are counted together.
const manyPieces = 4

// guardNames are the guards from the weakest to the strongest as the policies
// name them.
var guardNames = [...]string{"none", "low", "pieces", "two"}

// strongestGuard returns the strongest guard that lets the side to move pass.
func strongestGuard(c *pass.Claim) int {
	for g := nullmove.GuardTwo; g > nullmove.GuardNone; g-- {
		if g.Admits(c.Own.Pieces, c.Own.Value, c.Other.Value) {
			return int(g)
		}
	}
	return int(nullmove.GuardNone)
}

// addClaim counts a claim in all its tallies.
func (n *inspection) addClaim(id string, a *pass.Audited) {
	n.total.addClaim(a)
	for i, key := range [properties]int{int(a.Rule), a.Depth, a.Reduction, min(a.Own.Pieces, manyPieces), strongestGuard(&a.Claim)} {
		n.tallies[i].at(key).addClaim(a)
	}
	if a.Wrong() {
		n.wrong = append(n.wrong, suspect{Audited: *a, id: id, times: 1})
	}
}

// endPosition notes that everything counted so far is of one position.
func (n *inspection) endPosition() {
	n.total.endPosition()
	for _, t := range n.tallies {
		for _, count := range t {
			count.endPosition()
		}
	}
}

func (n *inspection) add(o *inspection) {
	n.nodes += o.nodes
	n.total.Add(o.total)
	for i, t := range o.tallies {
		for key, count := range t {
			n.tallies[i].at(key).Add(*count)
		}
	}
	n.wrong = append(n.wrong, o.wrong...)
}

// inspect searches the positions, each from scratch.
func inspect(ctx context.Context, suite *suites.Suite, config *Config) ([]inspection, error) {
	found := make([]inspection, len(suite.Records))
	todo := make([]int, len(found))
	for i := range todo {
		todo[i] = i
	}
	var failed error
	finished := 0
	bench.Distribute(ctx, config.Workers, todo, func(_ int, mine iter.Seq[int], inspected chan<- error) {
		for i := range mine {
			err := inspectOne(ctx, suite, i, config, &found[i])
			inspected <- err
			if err != nil {
				return
			}
		}
	}, func(err error) {
		finished++
		failed = cmp.Or(failed, err)
		if config.Progress != nil && err == nil {
			config.Progress(finished, len(found))
		}
	})
	if finished < len(found) {
		failed = cmp.Or(failed, ctx.Err())
	}
	return found, failed
}

// inspectOne searches one position.
func inspectOne(ctx context.Context, suite *suites.Suite, index int, config *Config, into *inspection) error {
	record := &suite.Records[index]
	*into = newInspection()
	searcher, err := config.Own.Judge(&pass.Audit{Every: config.Every, Each: func(a pass.Audited) { into.addClaim(record.Key(), &a) }})
	if err != nil {
		return err
	}
	defer searcher.Close()
	limits := config.Limits.ForRecord(record)
	if limits == (engine.Limits{}) {
		return fmt.Errorf("suite %s: record %q names no depth (expected another limit than %s)", suite.Name, record.Key(), config.Limits)
	}
	result, err := searcher.Search(ctx, engine.Task{Start: record.Position, Limits: limits}, nil)
	into.nodes = result.Nodes
	into.endPosition()
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// maxSample is the largest N of a sample of 1/N of the positions.
const maxSample = 1 << 20

// ParseSample reads a share such as 1/16: one of so many positions.
func ParseSample(text string) (every uint64, err error) {
	digits, found := strings.CutPrefix(text, "1/")
	every, err = strconv.ParseUint(digits, 10, 32)
	if !found || err != nil || every < 1 || every > maxSample {
		return 0, failure.Inputf("flag --sample=%s (expected 1/N with a number from 1 to %d)", text, maxSample)
	}
	return every, nil
}

// ParseRate reads a share such as 2%, as a part of one.
func ParseRate(text string) (float64, error) {
	digits, found := strings.CutSuffix(text, "%")
	percent, err := strconv.ParseFloat(digits, 64)
	if !found || err != nil || !(percent >= 0 && percent <= 100) {
		return 0, failure.Inputf("flag --max-rate=%s (expected a share from 0%% to 100%%)", text)
	}
	return percent / 100, nil
}
