package doc

import (
	"fmt"
	"strings"
)

// frameView is a frame as it is drawn.
type frameView struct {
	Name         Text
	Label        string // drawn in it
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
		frames = append(frames, frameView{frame.Name, frame.label(), frame.class(), frame.Start, frame.Share, frame.Depth * frameHeight, frame.told()})
	}
	return map[string]any{"Title": f.Title, "Frames": frames, "Height": depth * frameHeight}
}

// leastLabelled is the least share of a frame that has room for a name.
const leastLabelled = 0.02

// label returns the name of a frame without the folders of its package; a narrow frame has none.
func (f Frame) label() string {
	if f.Share < leastLabelled {
		return ""
	}
	name := f.Name.show(plainPart)
	path, _, _ := strings.Cut(name, "(") // what may stand behind it are types, with packages of their own
	path, _, _ = strings.Cut(path, "[")
	return name[strings.LastIndexByte(path, '/')+1:]
}

// class returns the colour of a frame: by how its share changed, or by its depth.
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
		return fmt.Sprintf("%.1f%%", 100*f.Share)
	}
	return fmt.Sprintf("%.1f%%, before %.1f%%", 100*f.Share, 100*f.Base)
}
