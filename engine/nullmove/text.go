package nullmove

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/setting"
)

// plies turns R of the papers into total plies.
func plies(r int) int8 { return int8(r + 1) }

// fixed returns standard null-move pruning: no gate on the static value, the side to
// move needs a piece.
func fixed(r int) Policy { return adaptive(r, r) }

// adaptive is R = low up to depth 6, high above.
func adaptive(low, high int) Policy {
	p := Policy{
		Reduction: Reduction{Low: plies(low), High: plies(high)},
		MinDepth:  2, Margin: NoMargin, Chain: 1, Guard: GuardPieces,
	}
	if low != high {
		p.Reduction.Switch = 6
	}
	return p
}

func with(p Policy, change func(*Policy)) Policy {
	change(&p)
	return p
}

// formula is R = base + (depth-from)/per, with the static value at least beta.
func formula(base, from, per int) Policy {
	return with(fixed(base), func(p *Policy) {
		p.Reduction.From, p.Reduction.Per = int8(from), int8(per)
		p.Margin = 0
	})
}

// deep takes off plies + depth/4 plies in all, the pass itself included. The tutorial behind it writes this as
// search(depth - R) with R = 4 + depth/4.
func deep(plies int) Policy { return formula(plies-1, 0, 4) }

// presets lists the presets in the order of help and error texts.
var presets = func() []setting.Preset[Policy] {
	reduce := func(p Policy) Policy {
		return with(p, func(p *Policy) { p.Response, p.Reduce = Reduce, 4 })
	}
	verify := func(p Policy) Policy {
		return with(p, func(p *Policy) { p.Response, p.Research = Verify, true })
	}
	bonus := func(p *Policy) { p.Reduction.Step, p.Reduction.Cap = 200, 1 }
	return []setting.Preset[Policy]{
		{Name: "off"},
		{Name: "r1", Value: fixed(1)},
		{Name: "r2", Value: fixed(2)},
		{Name: "r3", Value: fixed(3)},
		{Name: "r4", Value: fixed(4)},
		{Name: "adaptive2-3", Value: adaptive(2, 3)},
		{Name: "adaptive2-3at6", Value: with(adaptive(2, 3), func(p *Policy) { p.Reduction.Switch = 5 })},
		{Name: "adaptive3-4", Value: adaptive(3, 4)},
		{Name: "verified2", Value: verify(fixed(2))},
		{Name: "verified3", Value: verify(fixed(3))},
		{Name: "nmr3", Value: reduce(fixed(3))},
		{Name: "nmr4", Value: reduce(fixed(4))},
		{Name: "nmr3-4", Value: reduce(adaptive(3, 4))},
		{Name: "double2", Value: with(fixed(2), func(p *Policy) { p.Chain = 2 })},
		{Name: "double3", Value: with(fixed(3), func(p *Policy) { p.Chain = 2 })},
		{Name: "fhr", Value: Policy{FailHigh: 1}},
		{Name: "formula", Value: with(formula(3, 6, 3), bonus)},
		{Name: "deep4", Value: deep(4)},
		{Name: "deep5", Value: deep(5)},
		{Name: "sixth2", Value: formula(2, 0, 6)},
	}
}()

// form is the text form. The keys switch, band, from, per, step and cap are the
// fields of Reduction; r is Low and High as R of the papers.
var form = setting.Form[Policy]{
	What:    "null-move policy",
	Presets: presets,
	Keys: []setting.Key[Policy]{
		{Name: "r", Want: "0 to 20, low-high such as 3-4, or off", Get: getR, Set: setR},
		setting.Number("switch", 0, 100, func(p *Policy) *int8 { return &p.Reduction.Switch }),
		setting.Number("band", 0, 20, func(p *Policy) *int8 { return &p.Reduction.Band }),
		setting.Number("from", 0, 100, func(p *Policy) *int8 { return &p.Reduction.From }),
		setting.Number("per", 0, 100, func(p *Policy) *int8 { return &p.Reduction.Per }),
		setting.Number("step", 0, 10000, func(p *Policy) *int16 { return &p.Reduction.Step }),
		setting.Number("cap", 0, maxCap, func(p *Policy) *int8 { return &p.Reduction.Cap }),
		setting.Number("min", 0, 100, func(p *Policy) *int8 { return &p.MinDepth }),
		{Name: "margin", Want: "-10000 to 10000, or off", Get: getMargin, Set: setMargin},
		setting.Number("chain", 0, 2, func(p *Policy) *int8 { return &p.Chain }),
		setting.Word("guard", []string{"none", "low", "pieces", "two"}, func(p *Policy) *Guard { return &p.Guard }),
		setting.Word("high", []string{"cut", "verify", "confirm", "reduce"}, func(p *Policy) *Response { return &p.Response }),
		setting.Number("dr", 0, 20, func(p *Policy) *int8 { return &p.Reduce }),
		setting.Number("confirm", 0, 100, func(p *Policy) *int8 { return &p.Confirm }),
		setting.Number("within", 0, 100, func(p *Policy) *int8 { return &p.Within }),
		setting.Number("few", 0, 16, func(p *Policy) *int8 { return &p.Few }),
		setting.Word("ban", []string{"one", "both"}, func(p *Policy) *Ban { return &p.Ban }),
		setting.Word("return", []string{"score", "beta"}, func(p *Policy) *CutValue { return &p.Returns }),
		setting.Switch("research", func(p *Policy) *bool { return &p.Research }),
		setting.Number("threat", 0, 16, func(p *Policy) *int8 { return &p.Threat }),
		setting.Number("fhr", 0, 4, func(p *Policy) *int8 { return &p.FailHigh }),
	},
}

func getR(p *Policy) string {
	low, high := int(p.Reduction.Low), int(p.Reduction.High)
	switch {
	case low == 0 && high == 0:
		return "off"
	case low == high:
		return strconv.Itoa(low - 1)
	}
	return fmt.Sprintf("%d-%d", low-1, high-1)
}

func setR(p *Policy, text string) bool {
	if text == "off" {
		p.Reduction.Low, p.Reduction.High = 0, 0
		return true
	}
	first, second, two := strings.Cut(text, "-")
	low, err := strconv.Atoi(first)
	if err != nil || low < 0 || low > 20 {
		return false
	}
	high := low
	if two {
		if high, err = strconv.Atoi(second); err != nil || high < 0 || high > 20 {
			return false
		}
	}
	p.Reduction.Low, p.Reduction.High = plies(low), plies(high)
	return true
}

func getMargin(p *Policy) string {
	if p.Margin == NoMargin {
		return "off"
	}
	return strconv.Itoa(int(p.Margin))
}

func setMargin(p *Policy, text string) bool {
	if text == "off" {
		p.Margin = NoMargin
		return true
	}
	n, err := strconv.Atoi(text)
	p.Margin = int16(n)
	return err == nil && n >= -10000 && n <= 10000
}

// Names lists the names that Parse knows.
func Names() []string { return form.Names() }

// Parse reads the text form: a name such as "r3" or "nmr3-4", optionally with
// changes, "r3,guard=none,min=1".
func Parse(text string) (Policy, error) { return form.Parse(text) }

// Differences returns the settings that differ from another policy, as changes such as "guard=none".
func (p Policy) Differences(other Policy) []string { return form.Differences(p, other) }

// Revert returns the policy with the key of a change as another has it.
func (p Policy) Revert(other Policy, change string) Policy { return form.Revert(p, other, change) }

// String returns the text form: the name that needs the fewest changes, and these.
func (p Policy) String() string { return form.String(p) }

// MarshalText writes the text form.
func (p Policy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the text form.
func (p *Policy) UnmarshalText(b []byte) (err error) {
	*p, err = Parse(string(b))
	return err
}
