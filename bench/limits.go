package bench

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine"
)

// recordDepthWord stands in the text form of limits for "each position to the
// depth that its record asks for".
const recordDepthWord = "sd"

// ParseLimits reads the limits of a run: those of engine.ParseLimits, or "sd"
// for the depth that each record asks for, or both as in "sd,depth=12", where
// the depth is for the records that ask for none and the other limits hold for
// all.
func ParseLimits(text string) (limits engine.Limits, recordDepth bool, err error) {
	if text == recordDepthWord {
		return engine.Limits{}, true, nil
	}
	rest, recordDepth := strings.CutPrefix(text, recordDepthWord+",")
	limits, err = engine.ParseLimits(rest)
	return limits, recordDepth, err
}

// limitText is the text form that ParseLimits reads.
func limitText(limits engine.Limits, recordDepth bool) string {
	text := limits.String()
	switch {
	case !recordDepth:
		return text
	case text == "":
		return recordDepthWord
	}
	return recordDepthWord + "," + text
}
