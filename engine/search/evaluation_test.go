package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/table"
)

// material returns a network that counts material, with a little noise by square.
func material(t *testing.T) *network.Network {
	t.Helper()
	n := network.Shape{Buckets: 1, Hidden: network.HiddenStep, Outputs: 2}.New()
	worth := [6]int16{10, 30, 31, 50, 90, 0}
	r := rand.New(rand.NewPCG(1, 1))
	for k, w := range worth {
		for s := range 64 {
			n.Input[(k*64+s)*n.Hidden] = w + int16(r.IntN(5))
			n.Input[(384+k*64+s)*n.Hidden] = -w - int16(r.IntN(5))
		}
	}
	for i := range n.Outputs {
		n.Output[2*i*n.Hidden], n.Output[(2*i+1)*n.Hidden] = 100, -100
	}
	must.Do(t, n.Seal())
	return n
}

// TestNetworkSearch checks that a search with a network is reproducible, differs
// from one with the classic evaluation, and finds a mate.
func TestNetworkSearch(t *testing.T) {
	o := Defaults()
	o.HashMB, o.Params.Eval, o.Network = 1, Network, material(t)
	task := engine.Task{Start: game.FromChess(position(t, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")), Limits: engine.Limits{Depth: 7}}
	answer := func(o Options) engine.Result {
		t.Helper()
		s := must.Get(New(o))(t)
		defer s.Close()
		var last engine.Result
		for range 2 {
			must.Do(t, s.Reset(t.Context()))
			got := must.Get(s.Search(t.Context(), task, nil))(t)
			if last.Nodes != 0 && got.Nodes != last.Nodes {
				t.Fatalf("%d nodes, then %d", last.Nodes, got.Nodes)
			}
			last = got
		}
		return last
	}
	over := answer(o)
	if got := over.Best.String(); got != "h5f7" {
		t.Errorf("best move %s, want h5f7", got)
	}
	task.Start = game.FromChess(position(t, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"))
	if over, classic := answer(o), answer(Defaults()); over.Nodes == classic.Nodes {
		t.Errorf("%d nodes with either evaluation", over.Nodes)
	}
}

// TestNetworkOnLine checks that the incremental value at each ply of a line is that of a fresh
// evaluator.
func TestNetworkOnLine(t *testing.T) {
	th := started(t, "modern,eval=classic", "r3", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	n := material(t)
	th.network = network.New(n, maxPly+1)
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		ply := 0
		for ; ply < 20; ply++ {
			f := th.frame(ply)
			if got, want := th.evaluate(f, ply), network.New(n, 1).Evaluate(&f.position, 0); got != want {
				t.Fatalf("value at ply %d is %d, want %d", ply, got, want)
			}
			moves := f.position.LegalMoves()
			if len(moves) == 0 {
				break
			}
			if r.IntN(6) == 0 && !f.position.InCheck() {
				th.pass(f, ply)
			} else {
				th.makeMove(f, ply, moves[r.IntN(len(moves))])
			}
		}
		for range ply {
			th.unmakeMove()
		}
	}
}

// TestNetworkOverClassic checks that a network that corrects the classic evaluation of this
// build is added to it, and that one for another evaluation is refused.
func TestNetworkOverClassic(t *testing.T) {
	p := position(t, "r1bqkb1r/pppp1ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK1R1 w Qkq - 4 4")
	o := Defaults()
	o.Params.Eval = Classic
	classic := must.Get(o.Evaluate(&p))(t)
	o.HashMB, o.Params.Eval, o.Network = 1, Network, material(t)
	alone := must.Get(o.Evaluate(&p))(t)
	over := *o.Network
	over.Base = eval.Digest()
	o.Network = &over
	if both, err := o.Evaluate(&p); err != nil || both != classic+alone || alone == 0 {
		t.Errorf("value %d (%v), want %d of the classic evaluation and %d of the network", both, err, classic, alone)
	}
	th := newThread(&o, must.Get(table.New(1))(t))
	th.start(chess.NewGame(p))
	if got := th.evaluate(th.frame(0), 0); got != classic+alone {
		t.Errorf("a thread says %d, want %d", got, classic+alone)
	}
	highest := over // the network alone is at the bound, and the classic evaluation above 0
	highest.Bias, highest.Output = slices.Repeat([]int16{255}, over.Hidden), slices.Repeat([]int16{127}, len(over.Output))
	o.Network = &highest
	p = position(t, "4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 1")
	if got, err := o.Evaluate(&p); err != nil || got != eval.Limit {
		t.Errorf("value %d (%v), want the bound %d", got, err, eval.Limit)
	}
	o.Network = &over
	over.Base = "0123456789abcdef"
	if _, err := New(o); err == nil || !strings.HasPrefix(err.Error(), "network corrects an evaluation with the digest 0123456789abcdef (expected ") {
		t.Errorf("error %v", err)
	}
}

// TestDrawnEndings checks that the network is ignored where the better side is known not to win.
func TestDrawnEndings(t *testing.T) {
	for fen, drawn := range map[string]bool{
		"8/8/8/8/8/4pk2/8/5K2 w - - 0 1":   false, // the pawn queens
		"8/8/8/8/8/4pk2/8/4K3 w - - 0 1":   true,
		"8/8/8/4k3/8/8/3BP3/4K3 w - - 0 1": false,
		"8/8/8/4k3/8/8/3B4/4K3 w - - 0 1":  true,
	} {
		p := position(t, fen)
		th := started(t, "modern,eval=network", "r3", fen)
		over, classic := th.evaluate(th.frame(0), 0), th.eval.Evaluate(&p)
		if drawn && (over != 0 || classic != 0) || !drawn && over == classic {
			t.Errorf("%s: %d over %d, drawn %t", fen, over, classic, drawn)
		}
	}
}

// TestEmbeddedBase checks that the network that is built in corrects the classic evaluation of
// this build: after a change of the evaluation, train another (docs/tuning.md).
func TestEmbeddedBase(t *testing.T) {
	if n, err := network.Embedded(); err != nil || n.Base != eval.Digest() {
		t.Errorf("the network corrects %s, %v (expected %s)", n.Base, err, eval.Digest())
	}
}

// TestNetworkOfChangedEvaluation checks that a changed evaluation accepts the embedded network,
// even if FindNetwork is called again, and refuses others trained for the old evaluation.
func TestNetworkOfChangedEvaluation(t *testing.T) {
	own := must.Get(network.Embedded())(t)
	trained := own.Base
	own.Base = "of another evaluation"
	t.Cleanup(func() { own.Base = trained })
	o := Defaults()
	o.HashMB = 1
	for range 2 {
		if err := o.FindNetwork(); err != nil || o.Network != own {
			t.Errorf("the network that is built in: %v", err)
		}
	}
	must.Get(New(o))(t).Close()
	other := *own
	if o.Network = &other; o.FindNetwork() == nil {
		t.Error("another network was taken for this evaluation")
	}
}

// TestNetworkIdentity checks that the ID of an engine has the digest of its network,
// and that there is none without a network.
func TestNetworkIdentity(t *testing.T) {
	o := Defaults()
	o.HashMB, o.Params.Eval, o.Network = 1, Network, material(t)
	s := must.Get(New(o))(t)
	defer s.Close()
	options := s.ID().Options
	if last := options[len(options)-1]; last.Name != "Network" || len(last.Value) != 16 || !strings.HasPrefix(o.Network.Digest(), last.Value) {
		t.Errorf("options are %v, want the digest of the network last", options)
	}
	o.Network = nil
	built := must.Get(network.Embedded())(t)
	own := must.Get(New(o))(t)
	defer own.Close()
	if options := own.ID().Options; options[len(options)-1].Value != built.Digest()[:16] {
		t.Errorf("options are %v, want the digest %s of the network that is built in", options, built.Digest())
	}
	if _, err := ParseEvaluation("guess"); err == nil || err.Error() != `evaluation "guess" (expected classic or network)` {
		t.Errorf("error %v", err)
	}
}
