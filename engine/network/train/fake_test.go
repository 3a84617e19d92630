package train

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// worths are the centipawns of the kinds in the toy data.
var worths = [...]int{100, 300, 300, 500, 900, 0}

// material returns the material balance of a position in centipawns, from White.
func material(p *chess.Position) (sum int) {
	for k, worth := range worths {
		sum += worth * (p.Of(chess.White, chess.Kind(k)).Count() - p.Of(chess.Black, chess.Kind(k)).Count())
	}
	return sum
}

// toy returns random positions whose score and result are their material.
func toy(t testing.TB, count int, seed uint64) *Data { return toyOver(t, nil, count, seed) }

// toyOver returns toy for a network that corrects a base.
func toyOver(t testing.TB, base *Base, count int, seed uint64) *Data {
	t.Helper()
	d := NewData(base)
	r := random.New(seed, 0)
	for d.Len() < count {
		p, err := chess.Setup(chess.Color(r.Below(2)), randomPieces(r))
		if err != nil {
			continue // a king is in check, or a pawn stands where none can
		}
		s := tune.Sample{Position: p, Score: material(&p), Result: tune.Draw}
		switch {
		case s.Score > 50:
			s.Result = tune.WhiteWins
		case s.Score < -50:
			s.Result = tune.BlackWins
		}
		record, err := tune.NewRecord(&s)
		if err == nil {
			err = d.Add(&record)
		}
		must.Do(t, err)
	}
	d.AddSources(tune.Source{Seed: seed, Games: 10, Limits: engine.Limits{Nodes: 1}, HashMB: 1, Signature: 99})
	return d
}

// randomPieces returns two kings and up to five other pieces of each side on random squares.
func randomPieces(r *random.Source) (pieces []chess.Piece) {
	squares := make([]chess.Square, 64)
	for i := range squares {
		squares[i] = chess.Square(i)
	}
	random.Shuffle(r, squares)
	for color := chess.White; color <= chess.Black; color++ {
		for n := range 1 + r.Below(6) {
			kind := chess.King
			if n > 0 {
				kind = chess.Kind(r.Below(5))
			}
			pieces = append(pieces, chess.Piece{Color: color, Kind: kind, Square: squares[len(pieces)]})
		}
	}
	return pieces
}

// small returns settings for a training of moments.
func small() Settings {
	return Settings{Buckets: 1, Hidden: 128, Outputs: 8, Epochs: 2, Batch: 100, Rate: 0.01, Blend: 0.5, Decay: 0.01, Held: 0.1, Seed: 3}
}

// train returns a training that ran to its end.
func train(t testing.TB, data *Data, s Settings, workers int) *Trainer {
	t.Helper()
	trainer, err := New(data, s, nil)
	if err == nil {
		err = trainer.Run(t.Context(), workers, func(*Progress) error { return nil })
	}
	must.Do(t, err)
	return trainer
}
