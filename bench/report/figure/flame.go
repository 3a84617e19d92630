package figure

import (
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// minCallShare is the share of the samples from which on a call is drawn.
const minCallShare = 0.002

// Flame draws the profile as a flame graph, with the base below the head if there is one.
func Flame(root *profile.Call, compared bool) doc.Flame {
	flame := doc.Flame{Title: "where the time goes"}
	if compared {
		flame.Title = "where the time goes; red takes a larger share than before, blue a smaller one"
	}
	var draw func(c *profile.Call, depth int, start float64)
	draw = func(c *profile.Call, depth int, start float64) {
		if c.Head < minCallShare {
			return
		}
		frame := doc.Frame{Name: doc.Quote(c.Name), Depth: depth, Start: start, Share: c.Head, Base: c.Base}
		if !compared {
			frame.Base = -1
		}
		flame.Frames = append(flame.Frames, frame)
		for _, called := range c.Calls {
			draw(called, depth+1, start)
			start += called.Head
		}
	}
	draw(root, 0, 0)
	return flame
}
