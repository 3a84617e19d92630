package search

import "github.com/zugwatch/zugwatch/engine/setting"

// Params is the switches and numbers of a search, a comparable value whose text
// form is a preset with changes: "modern,lmr=off". Margins are centipawns,
// depths are plies, extensions are quarter plies; a depth or margin of 0 turns
// its rule off.
type Params struct {
	LMR            bool // late move reductions
	LMRBase        int  // what every late move is reduced by, in hundredths of a ply
	LMRDivisor     int  // ln(depth)·ln(number)·100/LMRDivisor plies more
	LateMoves      int  // late move pruning up to this depth
	ReverseMargin  int  // reverse futility: margin for each ply
	ReverseDepth   int  // reverse futility: the largest depth
	Razor          int  // razoring: margin for each ply
	FutilityDepth  int  // futility pruning of quiet moves up to this depth
	FutilityBase   int
	FutilityMargin int // for each ply
	SEEPruning     int // moves that lose material are skipped up to this depth
	Singular       int // singular extensions and multi-cut by them from this depth
	CheckExtension int // for moves that check
	IIR            int // internal iterative reduction from this depth
	QuietChecks    int // plies of quiescence in which quiet checks are tried
	DeltaMargin    int // quiescence: a capture must come so near to alpha
}

// Modern is the default preset: everything that a hand-crafted engine has today.
func Modern() Params {
	return Params{
		LMR: true, LMRBase: 60, LMRDivisor: 220, LateMoves: 8,
		ReverseMargin: 80, ReverseDepth: 7, Razor: 250,
		FutilityDepth: 7, FutilityBase: 90, FutilityMargin: 90,
		SEEPruning: 7, Singular: 7, CheckExtension: 4, IIR: 4,
		QuietChecks: 1, DeltaMargin: 180,
	}
}

// form is the text form of Params.
var form = setting.Form[Params]{
	What:    "search",
	Presets: []setting.Preset[Params]{{Name: "modern", Value: Modern()}},
	Keys: []setting.Key[Params]{
		setting.Switch("lmr", func(p *Params) *bool { return &p.LMR }),
		setting.Number("lmrbase", 0, 500, func(p *Params) *int { return &p.LMRBase }),
		setting.Number("lmrdiv", 50, 1000, func(p *Params) *int { return &p.LMRDivisor }),
		setting.Number("lmp", 0, 30, func(p *Params) *int { return &p.LateMoves }),
		setting.Number("rfp", 0, 1000, func(p *Params) *int { return &p.ReverseMargin }),
		setting.Number("rfpdepth", 0, 30, func(p *Params) *int { return &p.ReverseDepth }),
		setting.Number("razor", 0, 2000, func(p *Params) *int { return &p.Razor }),
		setting.Number("futility", 0, 30, func(p *Params) *int { return &p.FutilityDepth }),
		setting.Number("futbase", 0, 1000, func(p *Params) *int { return &p.FutilityBase }),
		setting.Number("futmargin", 0, 1000, func(p *Params) *int { return &p.FutilityMargin }),
		setting.Number("see", 0, 30, func(p *Params) *int { return &p.SEEPruning }),
		setting.Number("singular", 0, 30, func(p *Params) *int { return &p.Singular }),
		setting.Number("check", 0, 8, func(p *Params) *int { return &p.CheckExtension }),
		setting.Number("iir", 0, 30, func(p *Params) *int { return &p.IIR }),
		setting.Number("qchecks", 0, 10, func(p *Params) *int { return &p.QuietChecks }),
		setting.Number("delta", 0, 2000, func(p *Params) *int { return &p.DeltaMargin }),
	},
}

// Presets lists the names that ParseParams knows.
func Presets() []string { return form.Names() }

// ParseParams reads the text form.
func ParseParams(text string) (Params, error) { return form.Parse(text) }

// String is the text form.
func (p Params) String() string { return form.String(p) }
