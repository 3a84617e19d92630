package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// fakeRace returns a configuration of two fakes on a clock of their own.
func fakeRace(t *testing.T, change func(base, head *fake)) (Config, *int) {
	t.Helper()
	at := &clock{at: time.Unix(0, 0)}
	closed := new(int)
	base := &fake{clock: at, name: "base", each: time.Microsecond, tellsCPU: "asked", closed: closed}
	head := &fake{clock: at, name: "head", each: time.Microsecond, tellsCPU: "asked", closed: closed}
	change(base, head)
	start := must.Get(game.ParsePosition("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))(t)
	return Config{
		Base:      func() (engine.Engine, error) { return base, nil },
		Head:      func() (engine.Engine, error) { return head, nil },
		Positions: []game.Position{start, start}, Limits: engine.Limits{Nodes: 10_000},
		Budget: 20 * time.Second, Allowed: 20, Seed: 1, Now: at.now,
	}, closed
}

func TestRun(t *testing.T) {
	tests := []struct {
		name     string
		change   func(base, head *fake)
		verdict  compare.Verdict
		measured int
		clock    Clock
		cost     float64
		nodes    float64
	}{
		{"equal", func(_, _ *fake) {}, compare.Pass, 1, CPU, 1, 1},
		{"slower for each node", func(_, head *fake) { head.each = 1050 * time.Nanosecond }, compare.Fail, 2, CPU, 1.05, 1},
		{"slower as allowed", func(_, head *fake) { head.each = 1020 * time.Nanosecond }, compare.Pass, 1, CPU, 1.02, 1},
		{"faster", func(_, head *fake) { head.each = 500 * time.Nanosecond }, compare.Pass, 1, CPU, 0.5, 1},
		{"more nodes at the same cost", func(_, head *fake) { head.nodes = 15_000 }, compare.Pass, 1, CPU, 1, 1.5},
		{"wall time where CPU time is not told", func(_, head *fake) { head.tellsCPU = "never" }, compare.Pass, 1, Wall, 1, 1},
		{"wall time where CPU time is told of some searches", func(base, _ *fake) { base.tellsCPU = "sometimes" }, compare.Pass, 1, Wall, 1, 1},
		{"CPU time without asking", func(base, head *fake) { base.tellsCPU, head.tellsCPU = "always", "always" }, compare.Pass, 1, CPU, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config, closed := fakeRace(t, test.change)
			r := must.Get(Run(t.Context(), config))(t)
			f := r.Assessment
			if f.Verdict != test.verdict || len(r.Measured) != test.measured || f.All.Clock != test.clock {
				t.Errorf("got %s by %s after %d measurements: %v", f.Verdict, f.All.Clock, len(r.Measured), f.Result().Reasons)
			}
			if math.Abs(f.All.Cost.Ratio-test.cost) > 1e-3 || math.Abs(f.All.Nodes-test.nodes) > 1e-9 || math.Abs(f.All.Time.Ratio-test.cost*test.nodes) > 1e-3 {
				t.Errorf("cost %+v, nodes %v, time %+v", f.All.Cost, f.All.Nodes, f.All.Time)
			}
			if want := config.Budget / 2 * time.Duration(test.measured); r.Spent < want || r.Spent > want+time.Second {
				t.Errorf("spent %v, want about %v", r.Spent, want)
			}
			sessions := 0
			for _, m := range r.Measured {
				sessions += m.Pairs[len(m.Pairs)-1].Session + 1
			}
			if *closed != racers*sessions || sessions < 2*MinSessions {
				t.Errorf("%d engines were closed in %d sessions", *closed, sessions)
			}
			if m := r.Measured[0]; 2*len(m.Same) != len(m.Pairs) {
				t.Errorf("%d pairs and %d A/A pairs", len(m.Pairs), len(m.Same))
			}
		})
	}
}

// TestOrder: both orders come, and the same seed gives the same.
func TestOrder(t *testing.T) {
	order := func(seed uint64) (text string) {
		config, _ := fakeRace(t, func(_, _ *fake) {})
		config.Seed = seed
		r := must.Get(Run(t.Context(), config))(t)
		for _, p := range r.Measured[0].Pairs {
			text += map[bool]string{true: "h", false: "b"}[p.HeadFirst]
		}
		return text
	}
	one := order(1)
	if heads := strings.Count(one, "h"); heads < len(one)/3 || heads > len(one)*2/3 {
		t.Errorf("the head comes first %d times of %d", heads, len(one))
	}
	if again := order(1); again != one {
		t.Errorf("the same seed gave another order")
	}
	if order(2) == one {
		t.Errorf("another seed gave the same order")
	}
}

// TestShares: in a session both copies of the base and the head search equally
// often, and the head meets both.
func TestShares(t *testing.T) {
	c := &runState{random: rand.New(rand.NewPCG(1, 1))}
	engines := make([]racer, racers)
	count := make(map[*racer]int)
	met := make(map[pairing]int)
	for _, r := range c.pairs(engines) {
		count[r.base]++
		count[r.other]++
		met[r]++
	}
	for i := range engines {
		if got, want := count[&engines[i]], sessionPairs; got != want {
			t.Errorf("engine %d is in %d pairs of a session, want %d", i, got, want)
		}
	}
	if met[pairing{&engines[0], &engines[2]}] != 3 || met[pairing{&engines[1], &engines[2]}] != 3 || met[pairing{&engines[0], &engines[1]}] != 3 {
		t.Errorf("the pairs are %v", met)
	}
}

// TestTurns: within a pair the engines take turns in beginning.
func TestTurns(t *testing.T) {
	var log string
	config, _ := fakeRace(t, func(base, head *fake) { base.log, head.log = &log, &log })
	base := must.Get(config.Base())(t)
	head, _ := config.Head()
	w := workload{positions: append(config.Positions, config.Positions...), limits: config.Limits}
	for headFirst, want := range map[bool]string{false: "bhhbbhhb", true: "hbbhhbbh"} {
		log = ""
		pair, err := race(t.Context(), w, &racer{Engine: base, now: config.Now}, &racer{Engine: head, now: config.Now}, headFirst)
		if err != nil || log != want || pair.HeadFirst != headFirst {
			t.Errorf("head first %t: got %s, %v, want %s", headFirst, log, err, want)
		}
	}
}

// TestHalfKnown: CPU time that is told of some searches is none.
func TestHalfKnown(t *testing.T) {
	config, _ := fakeRace(t, func(base, _ *fake) { base.tellsCPU = "sometimes" })
	base := must.Get(config.Base())(t)
	r := &racer{Engine: base, now: config.Now}
	for skip := range 2 {
		w := workload{positions: config.Positions, limits: config.Limits}
		sum, err := r.searchWorkload(t.Context(), w)
		if err != nil || sum.CPU != 0 || sum.Wall != 20*time.Millisecond || sum.Nodes != 20_000 {
			t.Errorf("told of every second search, %d before: got %+v, %v", skip, sum, err)
		}
		base.(*fake).searches++
	}
}

// TestWorkload: what takes too long is cut to size evenly.
func TestWorkload(t *testing.T) {
	config, _ := fakeRace(t, func(base, head *fake) { base.nodes, head.nodes = 20_000, 20_000 })
	first := config.Positions[0]
	config.Positions = nil
	for range 300 {
		config.Positions = append(config.Positions, first)
	}
	r, err := Run(t.Context(), config)
	if err != nil || r.Positions != 2 || r.Of != 300 {
		t.Errorf("got %+v, %v", r, err)
	}
	w := workload{positions: make([]game.Position, 10)}
	if got := len(w.cutToTime(20 * time.Second).positions); got != 1 {
		t.Errorf("a slow workload has %d positions left", got)
	}
}

func TestRunErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no positions", func(c *Config) { c.Positions = nil }, "speed needs positions (expected at least one)"},
		{"time limit", func(c *Config) { c.Limits = engine.Limits{MoveTime: time.Second} }, "limits movetime=1s read a clock (expected depth or nodes, so that time is what is measured)"},
		{"budget", func(c *Config) { c.Budget = time.Millisecond }, "budget 1ms (expected at least 1s)"},
		{"no base", func(c *Config) { c.Base = func() (engine.Engine, error) { return nil, errBroken } }, "base: engine broken"},
		{"no head", func(c *Config) { c.Head = func() (engine.Engine, error) { return nil, errBroken } }, "head: engine broken"},
		{"clock", func(c *Config) { c.Now = func() time.Time { return time.Unix(0, 0) } }, "base: clock stands still"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config, _ := fakeRace(t, func(_, _ *fake) {})
			test.change(&config)
			_, err := Run(t.Context(), config)
			if fmt.Sprint(err) != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
			kind := failure.Input
			if _, _, engines := strings.Cut(test.want, ": "); engines {
				kind = failure.Engine
			}
			if got := failure.Of(err); got != kind {
				t.Errorf("kind is %v, want %v", got, kind)
			}
		})
	}
	config, closed := fakeRace(t, func(_, head *fake) { head.fails = errBroken })
	if _, err := Run(t.Context(), config); !errors.Is(err, errBroken) || *closed != 3 {
		t.Errorf("a search that fails: got %v, %d closed", err, *closed)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBroken)
	config, _ = fakeRace(t, func(_, _ *fake) {})
	if _, err := Run(ctx, config); !errors.Is(err, errBroken) || failure.Of(err) != failure.Undecided {
		t.Errorf("a done context: got %v", err)
	}
}

// counting is an engine that searches as many nodes as it may.
type counting struct {
	engine.Engine
	nodes *uint64
}

func (c counting) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	*c.nodes = task.Limits.Nodes
	each(engine.Info{Nodes: task.Limits.Nodes / 2})
	return engine.Result{Nodes: task.Limits.Nodes}, nil
}

// TestSlower: the slower engine searches more nodes than it says, and says as many
// as it was asked for.
func TestSlower(t *testing.T) {
	var searched, said uint64
	result, err := slowEngine{counting{nodes: &searched}, 30}.Search(t.Context(), engine.Task{Limits: engine.Limits{Nodes: 1000}}, func(i engine.Info) { said = i.Nodes })
	if err != nil || searched != 1300 || said != 500 || result.Nodes != 1000 {
		t.Errorf("searched %d nodes, said %d on the way and %d, %v", searched, said, result.Nodes, err)
	}
}

// TestSlowed: an engine that was slowed down loses against itself.
func TestSlowed(t *testing.T) {
	for percent, want := range map[uint64]compare.Verdict{0: compare.Pass, 30: compare.Fail} {
		config, _ := fakeRace(t, func(_, _ *fake) {})
		config.Head = WithSlowdown(percent, config.Head)
		r, err := Run(t.Context(), config)
		if err != nil || r.Assessment.Verdict != want {
			t.Errorf("slowed by %d%%: %+v, %v", percent, r, err)
		}
	}
}
