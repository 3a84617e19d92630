package train

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/network"
)

// materialBase returns the evaluation behind the toy data, plus more centipawns, as a base to correct.
func materialBase(more int32) *Base {
	return &Base{Digest: "0123456789abcdef", Value: func(p *chess.Position) int32 {
		if p.Side() == chess.White {
			return int32(material(p)) + more
		}
		return -int32(material(p)) + more
	}}
}

// TestBase checks that a network learns only the error of its base: over a base that is a pawn too high for the side
// to move, its value is a pawn lower.
func TestBase(t *testing.T) {
	s := small()
	s.Epochs, s.Batch, s.Blend, s.Base = 6, 100, 1, "0123456789abcdef"
	data := toyOver(t, materialBase(100), 3000, 1)
	trainer := train(t, data, s, 2)
	losses := trainer.Losses()
	if held := losses[len(losses)-1].Held; held > 0.001 {
		t.Errorf("held loss %g over a base that lacks only a constant (expected less than 0.001)", held)
	}
	c := trainer.Checkpoint()
	n := must.Get(c.Quantize())(t)
	if n.Base != s.Base {
		t.Errorf("the network is over %q, want %q", n.Base, s.Base)
	}
	var sum int32
	for i := range int32(100) {
		sample := must.Get(data.at(i).Sample())(t)
		sum += network.New(n, 1).Evaluate(&sample.Position, 0)
	}
	if mean := sum / 100; mean > -80 || mean < -120 {
		t.Errorf("positions are worth %d beside their base, want about -100", mean)
	}
	judged, err := c.Judge(n, data)
	if err != nil || judged.Integers > 0.001 {
		t.Errorf("the integers have the loss %g, %v (expected less than 0.001)", judged.Integers, err)
	}
}

// TestOtherBase holds that positions for one base are not taken for another.
func TestOtherBase(t *testing.T) {
	s := small()
	data := toyOver(t, materialBase(0), 300, 1)
	if _, err := New(data, s, nil); err == nil || !strings.HasPrefix(err.Error(), `training over the evaluation "" with positions for "0123456789abcdef"`) {
		t.Errorf("error %v", err)
	}
	s.Base = "0123456789abcdef"
	trainer := train(t, data, s, 1)
	n := must.Get(trainer.Checkpoint().Quantize())(t)
	if _, err := trainer.Checkpoint().Judge(n, toy(t, 300, 1)); err == nil || !strings.HasPrefix(err.Error(), `network over the evaluation "0123456789abcdef" with positions for ""`) {
		t.Errorf("error %v", err)
	}
}
