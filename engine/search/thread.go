package search

import (
	"math"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/memory"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/table"
)

// onePly is one ply of depth: depths within the search are in quarter plies.
const onePly = engine.OnePly

// maxPly is the length of the longest line searched.
const maxPly = 246

// below is the number of frames before the root. Every node can read the frames of
// that many plies back.
const below = 4

const (
	mateScore = int32(engine.MateScore)
	mateBound = int32(engine.MateBound)
	infinity  = int32(engine.Infinity)
	drawScore = int32(0)
)

// frame holds the state of one ply of the current line: the position, the move picker
// and the fields that descendants read.
type frame struct {
	position  chess.Position
	pick      picker
	danger    danger               // empty unless the move ordering looks at threats
	key       uint64               // of the position in the table
	raw       int32                // evaluation, table.NoValue in check
	static    int32                // corrected evaluation, table.NoValue in check
	move      chess.Move           // the move made from here, NoMove for a pass
	replies   *[pieceSquares]int16 // continuation history after that move
	killers   [2]chess.Move        // quiet moves that failed high at this ply
	excluded  chess.Move           // the hash move, during its singular search
	real      int16                // moves since the last pass, or since the game began
	node      pass.Node            // state of the null-move family
	doubles   int8                 // double extensions on the line
	visit     *visit               // trace of this node; nil: none
	quiets    [64]chess.Move       // quiet moves tried
	captures  [32]chess.Move       // captures tried
	nQuiets   int
	nCapture  int
	failHighs int // at this ply, since the search of the node two plies before began
}

// thread is one searching thread. All of its memory is allocated once.
type thread struct {
	params   Params
	policy   nullmove.Policy
	family   pass.Family
	lateBy   heuristic.Late
	table    *table.Table
	eval     *eval.Evaluator
	network  *network.Evaluator // nil: the classic evaluation
	corrects bool               // the network's value is added to the classic one
	history  *history
	frames   [maxPly + below + 2]frame
	pv       [maxPly + 2][maxPly + 2]chess.Move
	pvLen    [maxPly + 2]int
	keys     []uint64 // of the game before the root, then of the line
	root     rootState
	atRoot   func(game.Move) // called with each root move before its search, or nil
	nodes    uint64
	selDepth int
	counters engine.Tally
	stop     budget.Stopper
	stopped  bool
	used     bool // it has searched since the last reset
	progress progress
	audit    *auditor                                   // nil: no audit
	trace    *tracer                                    // nil: no trace
	leaf     func(*chess.Position) (engine.Score, bool) // Options.Leaf
	again    int                                        // plies back to the nearest repetition that counts
	result   engine.Result                              // of the search so far
	partial  bool                                       // the result holds a move of an unfinished iteration
	line     []game.Move                                // buffer of the reported principal variation
}

// rootState holds the state that only the root has.
type rootState struct {
	depth    int          // of the current iteration, in plies
	allowed  []chess.Move // moves to search
	best     chess.Move   // of the current iteration so far
	value    int32
	previous chess.Move
	efforts  budget.Effort
}

func newThread(o *Options, hash *table.Table) *thread {
	t := &thread{
		params: o.Params, policy: o.Policy, lateBy: heuristic.NewLate(o.Params.LMRBase, o.Params.LMRDivisor),
		table: hash, history: &memory.Make[history](1)[0], eval: eval.New(), network: newNetwork(o), corrects: o.corrects(), keys: make([]uint64, 0, 1024), leaf: o.Leaf, again: repetition(o),
	}
	t.family = pass.New(o.Policy, o.Params.MateThreat, tree{t}, &t.counters)
	return t
}

func (t *thread) frame(ply int) *frame { return &t.frames[ply+below] }

// reset clears everything learnt from earlier searches, except the table.
func (t *thread) reset() {
	if !t.used {
		return
	}
	t.used = false
	*t.history = history{}
	t.eval.Clear()
	for i := range t.frames {
		t.frames[i].killers = [2]chess.Move{}
	}
}

// start sets the root to the last position of a game, and returns it.
func (t *thread) start(played *chess.Game) chess.Position {
	t.used = true
	t.keys = append(t.keys[:0], played.Keys()...)
	t.nodes, t.selDepth, t.stopped = 0, 0, false
	t.counters = engine.Tally{}
	for i := range t.frames {
		f := &t.frames[i]
		f.replies = &t.history.continuation[0]
		f.move, f.excluded = chess.NoMove, chess.NoMove
		f.static = table.NoValue
		f.node, f.real, f.doubles = t.family.Root(), 0, 0
		f.visit = nil
		f.failHighs = 0
	}
	root := t.frame(0)
	root.position = played.Position
	root.real = int16(min(len(t.keys), math.MaxInt16/2))
	root.key = t.tableKey(root)
	return played.Position
}

// passKeys change the table key after one or two null moves in a row. With the double
// null move the value of a node depends on their number.
var passKeys = [4]uint64{0, 0x8c3f5a1d9e6b2470, 0x1b7d94e2c3a5f860, 0x5e21d8b7094cf3a6}

// tableKey returns the key under which a frame's position is stored.
func (t *thread) tableKey(f *frame) uint64 {
	key := f.position.Key()
	if t.policy.Chain > 1 {
		key ^= passKeys[f.node.Passes&3]
	}
	return key
}

// prefetch prefetches the table entry of the position after m. It has no effect while
// table keys depend on null moves.
func (t *thread) prefetch(p *chess.Position, m chess.Move) {
	t.table.Prefetch(p.KeyAfter(m))
}

// makeMove makes a move from the frame at ply and returns the frame of the child.
func (t *thread) makeMove(f *frame, ply int, m chess.Move) *frame {
	child := t.frame(ply + 1)
	f.move = m
	f.replies = &t.history.continuation[pieceSquare(&f.position, m)]
	t.keys = append(t.keys, f.position.Key())
	f.position.Play(m, &child.position)
	child.node = f.node.Move()
	child.real = f.real + 1
	child.doubles = f.doubles
	child.key = t.tableKey(child)
	t.nodes++
	return child
}

// pass makes the null move from the frame at ply.
func (t *thread) pass(f *frame, ply int) {
	child := t.frame(ply + 1)
	f.move = chess.NoMove
	f.replies = &t.history.continuation[0]
	t.keys = append(t.keys, f.position.Key())
	f.position.Pass(&child.position)
	child.node = f.node.Pass()
	child.real = 0
	child.doubles = f.doubles
	child.key = t.tableKey(child)
	t.table.Prefetch(child.key)
	t.nodes++
}

// unmakeMove takes back the last move or null move.
func (t *thread) unmakeMove() { t.keys = t.keys[:len(t.keys)-1] }

// poll publishes the progress of the thread and checks the limits.
func (t *thread) poll() {
	t.progress.nodes.Store(t.nodes)
	t.stopped = t.stop.Poll(t.nodes, t.root.depth > 1)
}

// isDraw reports whether the position is a draw by the fifty-move rule, a repetition
// or insufficient material. One repetition within the line or game is enough.
// Positions before a null move do not count: no game could repeat them.
func (t *thread) isDraw(f *frame) bool {
	p := &f.position
	if p.Halfmove() >= 100 {
		return p.IsFiftyMoves()
	}
	if p.IsInsufficient() {
		return true
	}
	last := len(t.keys)
	for back := t.again; back <= min(p.Halfmove(), last, int(f.real)); back += 2 {
		if t.keys[last-back] == p.Key() {
			return true
		}
	}
	return false
}

// setPV sets the principal variation at ply to m and the variation of the child.
func (t *thread) setPV(ply int, m chess.Move) {
	n := t.pvLen[ply+1]
	t.pv[ply][0] = m
	copy(t.pv[ply][1:], t.pv[ply+1][:n])
	t.pvLen[ply] = n + 1
}
