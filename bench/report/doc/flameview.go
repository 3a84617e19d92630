package doc

import (
	"fmt"
)

// frameView is a frame as it is drawn.
type frameView struct {
	Name         Text
	Class        string
	Start, Share float64
	Y            int
	Told         string
}

const frameHeight = 19 // pixels

func (f Flame) view() map[string]any {
	depth := 0
	var frames []frameView
	for _, frame := range f.Frames {
		depth = max(depth, frame.Depth+1)
		frames = append(frames, frameView{frame.Name, frame.class(), frame.Start, frame.Share, frame.Depth * frameHeight, frame.told()})
	}
	return map[string]any{"Title": f.Title, "Frames": frames, "Height": depth * frameHeight}
}

// class is the colour of a frame: by how its share changed, or by its depth.
func (f Frame) class() string {
	switch change := f.Share - f.Base; {
	case f.Base < 0:
		return fmt.Sprintf("frame-%d", f.Depth%4)
	case change > 0.02:
		return "frame-much-more"
	case change > 0.004:
		return "frame-more"
	case change < -0.02:
		return "frame-much-less"
	case change < -0.004:
		return "frame-less"
	}
	return "frame-same"
}

func (f Frame) told() string {
	if f.Base < 0 {
		return fmt.Sprintf("%.1f %%", 100*f.Share)
	}
	return fmt.Sprintf("%.1f %%, before %.1f %%", 100*f.Share, 100*f.Base)
}
