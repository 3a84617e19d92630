package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tune/spsa"
)

// parseParameter reads KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP. An empty START stands for the value in base.
func parseParameter(text string, base search.Params) (p spsa.Parameter, err error) {
	wrong := fmt.Errorf("parameter %.60q (expected KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP with numbers)", text)
	key, rest, given := strings.Cut(text, "=")
	value, low, high, err := base.Number(key)
	if err != nil {
		return p, err
	}
	p = spsa.Parameter{Key: key, Start: float64(value)}
	parts := strings.Split(rest, ":")
	if parts[0] != "" {
		p.Start, err = strconv.ParseFloat(parts[0], 64)
	}
	if err != nil || given && rest == "" {
		return p, wrong
	}
	switch len(parts) {
	case 1:
		if p.Start == 0 {
			return p, fmt.Errorf("parameter %s is 0, which gives no range (expected %s=START:MIN:MAX within %d to %d)", key, key, low, high)
		}
		p.Min, p.Max = max(low, int(p.Start/2)), min(high, int(2*p.Start))
	case 3, 4:
		var errs [2]error
		p.Min, errs[0] = strconv.Atoi(parts[1])
		p.Max, errs[1] = strconv.Atoi(parts[2])
		if errs != [2]error{} {
			return p, wrong
		}
		if p.Min < low || p.Max > high {
			return p, fmt.Errorf("parameter %s: range from %d to %d (expected both within %d to %d)", key, p.Min, p.Max, low, high)
		}
	default:
		return p, wrong
	}
	p.Step = max(1, float64(p.Max-p.Min)/20)
	if len(parts) == 4 {
		if p.Step, err = strconv.ParseFloat(parts[3], 64); err != nil {
			return p, wrong
		}
	}
	return p, nil
}
