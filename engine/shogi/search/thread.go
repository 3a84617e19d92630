package search

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/memory"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/table"
)

// onePly is one ply of depth: depths within the search are in quarter plies.
const onePly = engine.OnePly

// maxPly is the longest line that is looked at.
const maxPly = 246

// below is the number of frames below the root, so that a node can always look
// back so many plies.
const below = 4

const (
	mateScore = int32(engine.MateScore)
	mateBound = int32(engine.MateBound)
	infinity  = int32(engine.Infinity)
	drawScore = int32(0)

	// foulScore is the value of a position whose repetition the rules forbid the opponent. It is not a mate score,
	// because it depends on the moves that led to the position.
	foulScore = mateBound - 1
)

// frame is the data of one ply of a line: the position, the picker of its moves and the state that children read.
type frame struct {
	position shogi.Position
	pick     picker
	key      uint64               // of the position in the table
	static   int32                // evaluation, table.NoValue in check
	move     shogi.Move           // the move made from here, NoMove for a pass
	replies  *[pieceSquares]int16 // continuation history after that move
	killers  [2]shogi.Move        // quiet moves that failed high at this ply
	real     int                  // moves since the last pass, or since the game began
	node     pass.Node            // null-move state
	quiets   [64]shogi.Move       // quiet moves tried
	captures [32]shogi.Move       // captures tried
	nQuiets  int
	nCapture int
}

// thread is one searching thread. All of its memory is allocated once.
type thread struct {
	params   Params
	policy   nullmove.Policy
	family   pass.Family
	lateBy   heuristic.Late
	table    *table.Table
	history  *history
	frames   [maxPly + below + 2]frame
	pv       [maxPly + 2][maxPly + 2]shogi.Move
	pvLen    [maxPly + 2]int
	keys     []uint64 // of the game before the root, then of the line
	checks   []bool   // whether the side to move was in check in each of these
	root     rootState
	nodes    uint64
	selDepth int
	tally    engine.Tally
	stop     budget.Stopper
	stopped  bool
	used     bool          // it has searched since the last reset
	audit    *auditor      // nil: claims are not audited
	result   engine.Result // of the search so far
	line     []game.Move   // the principal variation as it is reported
}

// rootState holds the data of the root alone.
type rootState struct {
	depth    int          // plies of the present iteration
	allowed  []shogi.Move // moves to search
	best     shogi.Move   // the best of the present iteration so far
	value    int32
	previous shogi.Move
	efforts  budget.Effort
	each     func(game.Move) // called with each move before its search; may be nil
}

func newThread(o *Options, hash *table.Table) *thread {
	t := &thread{
		params: o.Params, policy: o.Policy, lateBy: heuristic.NewLate(o.Params.LMRBase, o.Params.LMRDivisor),
		table: hash, history: &memory.Make[history](1)[0], keys: make([]uint64, 0, 1024), checks: make([]bool, 0, 1024),
	}
	t.family = pass.New(o.Policy, o.Params.MateThreat, tree{t}, &t.tally)
	return t
}

func (t *thread) frame(ply int) *frame { return &t.frames[ply+below] }

// reset forgets everything learnt from earlier searches, except the table.
func (t *thread) reset() {
	if !t.used {
		return
	}
	t.used = false
	*t.history = history{}
	for i := range t.frames {
		t.frames[i].killers = [2]shogi.Move{}
	}
}

// start makes the present position of a game the root.
func (t *thread) start(g *shogi.Game) {
	t.used = true
	t.keys = append(t.keys[:0], g.Keys()...)
	t.checks = append(t.checks[:0], g.Checks()...)
	t.nodes, t.selDepth, t.stopped = 0, 0, false
	t.tally = engine.Tally{}
	for i := range t.frames {
		f := &t.frames[i]
		f.replies = &t.history.continuation[0]
		f.move, f.static = shogi.NoMove, table.NoValue
		f.node, f.real = t.family.Root(), 0
	}
	root := t.frame(0)
	root.position = g.Position
	root.real = len(t.keys)
	root.key = t.tableKey(root)
}

// passKeys tell positions after one or two null moves in a row apart, for the
// double null move, whose result depends on them.
var passKeys = [4]uint64{0, 0x3b94d05e8f1c7a26, 0xd6e1274c90ab583f, 0x92c7f83a651d0eb4}

// tableKey returns the key under which a frame's position is stored.
func (t *thread) tableKey(f *frame) uint64 {
	key := f.position.Key()
	if t.policy.Chain > 1 {
		key ^= passKeys[f.node.Passes&3]
	}
	return key
}

// leave adds the position at f to the line, before the move m.
func (t *thread) leave(f *frame, m shogi.Move) {
	f.move = m
	t.keys = append(t.keys, f.position.Key())
	t.checks = append(t.checks, f.position.InCheck())
	t.nodes++
}

// makeMove makes a move from the frame at ply; the next frame is the child.
func (t *thread) makeMove(f *frame, ply int, m shogi.Move) {
	child := t.frame(ply + 1)
	t.leave(f, m)
	f.replies = &t.history.continuation[pieceSquare(&f.position, m)]
	f.position.Play(m, &child.position)
	child.node = f.node.Move()
	child.real = f.real + 1
	child.key = t.tableKey(child)
	t.table.Prefetch(child.key)
}

// pass makes the null move from the frame at ply.
func (t *thread) pass(f *frame, ply int) {
	child := t.frame(ply + 1)
	t.leave(f, shogi.NoMove)
	f.replies = &t.history.continuation[0]
	f.position.Pass(&child.position)
	child.node = f.node.Pass()
	child.real = 0
	child.key = t.tableKey(child)
	t.table.Prefetch(child.key)
}

// unmakeMove takes the last move or pass back.
func (t *thread) unmakeMove() {
	t.keys = t.keys[:len(t.keys)-1]
	t.checks = t.checks[:len(t.checks)-1]
}

// poll looks at the limits.
func (t *thread) poll() { t.stopped = t.stop.Poll(t.nodes, t.root.depth > 1) }

// setPV makes m, followed by the child's variation, the variation at ply.
func (t *thread) setPV(ply int, m shogi.Move) {
	n := t.pvLen[ply+1]
	t.pv[ply][0] = m
	copy(t.pv[ply][1:], t.pv[ply+1][:n])
	t.pvLen[ply] = n + 1
}
