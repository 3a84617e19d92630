package train

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/network"
)

// Settings say how to train. All of them belong to what comes out.
type Settings struct {
	Buckets int     `json:"buckets"` // king buckets
	Hidden  int     `json:"hidden"`  // units of each view
	Outputs int     `json:"outputs"` // classes of material
	Epochs  int     `json:"epochs"`  // passes over the positions
	Batch   int     `json:"batch"`   // positions for each step
	Rate    float64 `json:"rate"`    // length of a step at the beginning; it falls to a hundredth
	Blend   float64 `json:"blend"`   // how much of the target is the search's score, from 0 to 1; the rest is the result
	Decay   float64 `json:"decay"`   // share of the weights, times the rate, that each step takes off
	Held    float64 `json:"held"`    // share of the positions that only judge
	Seed    uint64  `json:"seed"`    // of the first weights and the order of the positions
	Base    string  `json:"base"`    // digest of the evaluation that the network corrects; "": none
	From    string  `json:"from"`    // digest of the training or network whose weights are the first; "": random ones
}

// Defaults returns the settings that suit millions of positions.
func Defaults() Settings {
	return Settings{Buckets: 1, Hidden: 256, Outputs: 8, Epochs: 6, Batch: 16384, Rate: 0.001, Blend: 0.9, Decay: 0.01, Held: 0.02, Seed: 1}
}

// shape returns the size of the network.
func (s *Settings) shape() network.Shape {
	return network.Shape{Buckets: s.Buckets, Hidden: s.Hidden, Outputs: s.Outputs}
}

// Check returns an error about invalid settings.
func (s *Settings) Check() error {
	if err := s.shape().Check(); err != nil {
		return err
	}
	switch {
	case s.Epochs < 1 || s.Batch < 1 || !(s.Rate > 0):
		return fmt.Errorf("training of %d epochs by %d at %g (expected positive numbers)", s.Epochs, s.Batch, s.Rate)
	case !(s.Blend >= 0 && s.Blend <= 1):
		return fmt.Errorf("share of %g blended (expected 0 to 1)", s.Blend)
	case !(s.Held >= 0 && s.Held <= 0.5):
		return fmt.Errorf("share of %g held back (expected 0 to 0.5)", s.Held)
	case !(s.Decay >= 0 && s.Decay*s.Rate < 1):
		return fmt.Errorf("decay of %g at a rate of %g (expected from 0 on, together less than 1)", s.Decay, s.Rate)
	}
	return nil
}

// String returns the settings as "buckets=8 hidden=256 outputs=8 …".
func (s Settings) String() string {
	text := fmt.Sprintf("buckets=%d hidden=%d outputs=%d epochs=%d batch=%d rate=%g blend=%g decay=%g held=%g seed=%d",
		s.Buckets, s.Hidden, s.Outputs, s.Epochs, s.Batch, s.Rate, s.Blend, s.Decay, s.Held, s.Seed)
	if s.Base != "" {
		text += " base=" + s.Base
	}
	if s.From != "" {
		text += fmt.Sprintf(" from=%.16s", s.From)
	}
	return text
}
