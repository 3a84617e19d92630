package train

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// Quantize returns the network of a training, its weights rounded, sealed.
func (c *Checkpoint) Quantize() (*network.Network, error) {
	return c.model.quantize(c.Settings.Base, c.Origin())
}

// Origin returns where the network comes from, on one line: the games, the settings, the last
// losses, and the same of what the training began with.
func (c *Checkpoint) Origin() string {
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

// maxGroups is how many kinds of games an origin names, so that it stays a line.
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

// JudgedErrors holds the mean squared errors of the expected points on the same positions.
type JudgedErrors struct {
	Positions int
	Float     float64 // by the weights as they were trained
	Integers  float64 // by the network
}

// Judge measures a network and the weights that it was made from: on the positions
// held back where the data is what was trained on, and on all of them where not.
func (c *Checkpoint) Judge(n *network.Network, data *Data) (JudgedErrors, error) {
	if c.Settings.Base != data.baseDigest() {
		return JudgedErrors{}, fmt.Errorf("network over the evaluation %q with positions for %q (expected the same)", c.Settings.Base, data.baseDigest())
	}
	var held float64
	if c.IsTrainedOn(data) {
		held = c.Settings.Held
	}
	learnt, positions := data.split(held)
	if !c.IsTrainedOn(data) {
		positions = learnt
	}
	j := JudgedErrors{Positions: len(positions)}
	l := newLearner(c.model)
	e := network.New(n, 1)
	for _, i := range positions {
		r := data.at(i)
		s, err := r.Sample()
		if err != nil {
			return j, fmt.Errorf("position %d: %w", i+1, err)
		}
		j.Float += l.judge(r, data.baseAt(i), c.Settings.Blend)
		miss := sigmoid(float64(e.Evaluate(&s.Position, 0))/network.Centipawns+float64(data.baseAt(i))) - target(r, c.Settings.Blend)
		j.Integers += miss * miss
	}
	count := float64(max(len(positions), 1))
	j.Float /= count
	j.Integers /= count
	return j, nil
}
