package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// fixedNodes is a limit under which every search has the same nodes.
const fixedNodes = "nodes=1000"

// sameTest measures one engine again and again, each time in another way.
type sameTest struct {
	*runner.Runner
	suite  *suites.Suite
	random *rand.Rand
}

// TestSame compares the engine with itself under exact limits, 200 times with ZUGWATCH_SLOW and 9 times without.
// Workers, orders and processes differ. No comparison may lose a position or gain a node on any axis. The results are
// in docs/measured/statistics.md.
func TestSame(t *testing.T) {
	comparisons := 9
	if must.Slow() {
		comparisons = 200
	}
	suite := must.Get(must.Get(suites.Open("wac"))(t).Filter("1-10"))(t)
	c := contextOf(t, new(bytes.Buffer), "ci", "--hash", "1")
	in := flags.Read(c)
	m := in.Runner()
	must.Do(t, in.Err())
	s := sameTest{Runner: m, suite: suite, random: rand.New(rand.NewPCG(1, 0))}
	verdicts := make(map[compare.Axis]map[compare.Verdict]int)
	for i := range comparisons {
		limits := []string{fixedNodes, "depth=4", "depth=5,nodes=2000"}[i%3]
		base, head := s.run(t, limits, i), s.run(t, limits, i)
		for _, axis := range []compare.Axis{compare.Tactics, compare.Zugzwang, compare.Nodes} {
			gate := compare.Gate{Axis: axis, Solution: new(compare.Growth)}
			if limits == fixedNodes { // fixed nodes cannot grow
				gate.Total, gate.Position = compare.Unlimited, compare.Unlimited
			}
			judged := must.Get(compare.Compare(base, head, gate, compare.Evidence{}))(t)
			for _, gate := range judged.Gates {
				if verdicts[gate.Axis] == nil {
					verdicts[gate.Axis] = make(map[compare.Verdict]int)
				}
				verdicts[gate.Axis][gate.Verdict]++
				if gate.Verdict != compare.Pass {
					t.Errorf("comparison %d, %s: %s is %s: %q", i, limits, gate.Axis, gate.Verdict, gate.Reasons)
				}
			}
		}
		alike(t, base, head)
	}
	t.Logf("%d comparisons: %v", comparisons, verdicts)
}

// run measures the suite with a random number of workers, and every other time in
// shards in random order; every tenth comparison has its engines in processes.
func (s *sameTest) run(t *testing.T, text string, comparison int) *bench.Run {
	limits := must.Get(bench.ParseLimits(text))(t)
	open := s.Own.Chess.Open
	if comparison%10 == 9 {
		apart := engines.Engine{Self: true, Command: uci.Command{Path: installed(t), Args: []string{"uci"}, Options: s.Own.Chess.Options()}}.WithOpen(t.Context())
		open = apart.Open
	}
	shards := 1 + s.random.IntN(2)*s.random.IntN(4)
	parts := make([]*bench.Run, shards)
	for _, i := range s.random.Perm(shards) {
		config := bench.Config{Limits: limits, Workers: 1 + s.random.IntN(4), Now: time.Now}
		if shards > 1 {
			config.Shard = bench.Shard{Index: i + 1, Count: shards}
		}
		var err error
		parts[i], _, err = bench.Execute(context.Background(), open, s.suite, config)
		must.Do(t, err)
	}
	if shards == 1 {
		return parts[0]
	}
	return must.Get(merge.Shards(parts))(t)
}

// alike holds two runs to the byte.
func alike(t *testing.T, base, head *bench.Run) {
	b := must.Get(store.Encode(base))(t)
	h, err := store.Encode(head)
	if err != nil || !bytes.Equal(b, h) {
		t.Fatalf("runs differ, %v:\n%s\n%s", err, b, h)
	}
}
