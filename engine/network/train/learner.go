package train

import (
	"math"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// board is a position as a network sees it.
type board struct {
	inputs [2][32]uint16 // of the side to move and of the other
	pieces int
}

// of makes b the board of a record, for a network of so many king buckets.
func (b *board) of(r *tune.Record, buckets int) {
	occupied := r.Occupied()
	b.pieces = occupied.Count()
	var kings [2]chess.Square
	i := 0
	for rest := occupied; rest != 0; rest &= rest - 1 {
		if color, kind := r.PieceAt(i); kind == chess.King {
			kings[color&1] = rest.First()
		}
		i++
	}
	us := r.Side() & 1
	views := [2]network.View{network.ViewOf(us, kings[us], buckets), network.ViewOf(us^1, kings[us^1], buckets)}
	i = 0
	for rest := occupied; rest != 0; rest &= rest - 1 {
		color, kind := r.PieceAt(i)
		b.inputs[0][i&31] = uint16(views[0].Input(color, kind, rest.First()))
		b.inputs[1][i&31] = uint16(views[1].Input(color, kind, rest.First()))
		i++
	}
}

// learner asks a model for values, and works out how they change with its weights.
// It is not safe for concurrent use.
type learner struct {
	model *model
	board board
	units [2][]float32 // of the board, by view
	delta []float32
}

func newLearner(m *model) *learner {
	return &learner{model: m, units: [2][]float32{make([]float32, m.Hidden), make([]float32, m.Hidden)}, delta: make([]float32, m.Hidden)}
}

// value returns the output for a position, for the side to move, added to that of a base.
func (l *learner) value(r *tune.Record, base float32) float32 {
	b, m := &l.board, l.model
	b.of(r, m.Buckets)
	for view, units := range l.units {
		copy(units, m.bias)
		for _, input := range b.inputs[view][:b.pieces] {
			add(units, m.row(m.first, input))
		}
	}
	class := network.Class(b.pieces, m.Outputs)
	us, them := m.outputs(class)
	return base + forward(l.units[0], us) + forward(l.units[1], them) + m.offset[class]
}

// addGradient adds the gradient of the last value, times factor, to gradient.
func (l *learner) addGradient(gradient *model, factor float32) {
	b, m := &l.board, l.model
	class := network.Class(b.pieces, m.Outputs)
	var weights, slopes [2][]float32
	weights[0], weights[1] = m.outputs(class)
	slopes[0], slopes[1] = gradient.outputs(class)
	for view, units := range l.units {
		backward(units, weights[view], slopes[view], l.delta, factor)
		add(gradient.bias, l.delta)
		for _, input := range b.inputs[view][:b.pieces] {
			add(m.row(gradient.input, input), l.delta)
		}
	}
	gradient.offset[class] += factor
}

// sigmoid returns the expected points of an output.
func sigmoid(output float64) float64 { return 1 / (1 + math.Exp(-output)) }

// target returns the points that a position is worth for the side to move.
func target(r *tune.Record, blend float64) float64 {
	score, result := float64(r.Score())/network.Centipawns, float64(r.Result())/2
	if r.Side() == chess.Black {
		score, result = -score, 1-result
	}
	return blend*sigmoid(score) + (1-blend)*result
}

// learn adds the gradient of the squared error for a position to gradient, and returns that error.
func (l *learner) learn(r *tune.Record, base float32, blend float64, gradient *model) float64 {
	p := sigmoid(float64(l.value(r, base)))
	miss := p - target(r, blend)
	l.addGradient(gradient, float32(2*miss*p*(1-p)))
	return miss * miss
}

// loss returns the squared error for a position.
func (l *learner) loss(r *tune.Record, base float32, blend float64) float64 {
	miss := sigmoid(float64(l.value(r, base))) - target(r, blend)
	return miss * miss
}
