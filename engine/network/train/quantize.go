package train

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// Quantize returns the network of a training, its weights rounded, sealed.
func (c *Checkpoint) Quantize() (*network.Network, error) {
	return c.model.quantize(c.Settings.Base, c.origin())
}

// origin returns the provenance of the network on one line. It has the games, settings and last losses, and the
// origin of the network that the training started from.
func (c *Checkpoint) origin() string {
	var b strings.Builder
	fmt.Fprintf(&b, "trained on %d positions of games of the engine against itself", c.Positions)
	for _, g := range groups(c.sources) {
		fmt.Fprintf(&b, "; games=%d limit=%s hash=%d signature=%d", g.Games, g.Limits, g.HashMB, g.Signature)
	}
	fmt.Fprintf(&b, "; data=%.16s; %s", c.Data, c.Settings)
	fmt.Fprintf(&b, "; epochs done %d", c.State.Epoch)
	if n := len(c.State.Losses); n > 0 {
		last := c.State.Losses[n-1]
		fmt.Fprintf(&b, ", loss %.6f, held back %.6f", last.Learnt, last.Held)
	}
	if c.Before != "" {
		fmt.Fprintf(&b, "; before: %s", c.Before)
	}
	return b.String()
}

// maxGroups is the number of kinds of games that an origin lists, so that it fits a line.
const maxGroups = 16

// groups adds sources up that differ only in the games' numbers and seeds, in the
// order of their first ones.
func groups(sources []tune.Source) []tune.Source {
	var list []tune.Source
	at := make(map[tune.Source]int)
	for _, s := range sources {
		games := s.Games
		s.Seed, s.First, s.Games = 0, 0, 0
		i, known := at[s]
		if !known {
			i = len(list)
			at[s] = i
			list = append(list, s)
		}
		list[i].Games += games
	}
	return list[:min(len(list), maxGroups)]
}

// ValidationErrors holds the mean squared errors of the predicted points on the same positions.
type ValidationErrors struct {
	Positions int
	Float     float64 // by the weights as they were trained
	Integers  float64 // by the network
}

// Judge measures the errors of a network and of the weights behind it. It uses the held-back positions of the
// training data, or all positions of other data.
func (c *Checkpoint) Judge(n *network.Network, data *Data) (ValidationErrors, error) {
	if c.Settings.Base != data.baseDigest() {
		return ValidationErrors{}, fmt.Errorf("network over the evaluation %q with positions for %q (expected the same)", c.Settings.Base, data.baseDigest())
	}
	positions, _ := data.split(0)
	if c.isTrainedOn(data) {
		_, positions = data.split(c.Settings.Held)
	}
	j := ValidationErrors{Positions: len(positions)}
	l := newLearner(c.model)
	e := network.New(n, 1)
	for _, i := range positions {
		r := data.at(i)
		s, err := r.Sample()
		if err != nil {
			return j, fmt.Errorf("position %d: %w", i+1, err)
		}
		j.Float += l.loss(r, data.baseAt(i), c.Settings.Blend)
		miss := sigmoid(float64(e.Evaluate(&s.Position, 0))/network.Centipawns+float64(data.baseAt(i))) - target(r, c.Settings.Blend)
		j.Integers += miss * miss
	}
	count := float64(max(len(positions), 1))
	j.Float /= count
	j.Integers /= count
	return j, nil
}
