package search

import (
	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/setting"
)

// Params is the switches and numbers of a search, a comparable value whose text
// form is a preset with changes: "modern,lmr=off". Margins are centipawns,
// depths are plies, extensions are quarter plies; a depth or margin of 0 turns
// its rule off.
type Params struct {
	LMR            bool              // late move reductions
	LMRBase        int               // what every late move is reduced by, in hundredths of a ply
	LMRDivisor     int               // ln(depth)·ln(number)·100/LMRDivisor plies more
	LateMoves      int               // late move pruning up to this depth
	ReverseMargin  int               // reverse futility: margin for each ply
	ReverseDepth   int               // reverse futility: the largest depth
	Futility       heuristic.Margins // futility pruning of quiet moves: margin by depth
	Exchanges      int               // moves that lose material are skipped up to this depth
	IIR            int               // internal iterative reduction from this depth
	CheckExtension int               // for moves that check
	MateThreat     int               // extension at a mated null search, unless the null-move policy sets its own
	QuietChecks    int               // plies of quiescence with quiet checks
	DeltaMargin    int               // quiescence: a capture must come so near to alpha
	Evasions       int               // quiescence: moves out of check, beyond which quiet ones are skipped; 0: none is
}

// modern returns the default preset.
func modern() Params {
	return Params{
		LMR: true, LMRBase: 30, LMRDivisor: 260, LateMoves: 8,
		ReverseMargin: 160, ReverseDepth: 5,
		Futility:  heuristic.Margins{260, 380, 500, 620, 740, 860},
		Exchanges: 5, IIR: 4, CheckExtension: 3,
		QuietChecks: 1, DeltaMargin: 300, Evasions: 3,
	}
}

// plain returns alpha-beta with a transposition table and quiescence and no other
// rule: no reduction, no pruning and no extension.
func plain() Params { return Params{DeltaMargin: 5000} }

// form is the text form of Params.
var form = setting.Form[Params]{
	What:    "search",
	Presets: []setting.Preset[Params]{{Name: "modern", Value: modern()}, {Name: "plain", Value: plain()}},
	Keys: []setting.Key[Params]{
		setting.Switch("lmr", func(p *Params) *bool { return &p.LMR }),
		setting.Number("lmrbase", 0, 500, func(p *Params) *int { return &p.LMRBase }),
		setting.Number("lmrdiv", 0, 1000, func(p *Params) *int { return &p.LMRDivisor }),
		setting.Number("lmp", 0, 30, func(p *Params) *int { return &p.LateMoves }),
		setting.Number("rfp", 0, 1000, func(p *Params) *int { return &p.ReverseMargin }),
		setting.Number("rfpdepth", 0, 100, func(p *Params) *int { return &p.ReverseDepth }),
		heuristic.MarginsKey("futility", func(p *Params) *heuristic.Margins { return &p.Futility }),
		setting.Number("see", 0, 30, func(p *Params) *int { return &p.Exchanges }),
		setting.Number("iir", 0, 30, func(p *Params) *int { return &p.IIR }),
		setting.Number("check", 0, 8, func(p *Params) *int { return &p.CheckExtension }),
		setting.Number("matethreat", 0, 8, func(p *Params) *int { return &p.MateThreat }),
		setting.Number("qchecks", 0, 10, func(p *Params) *int { return &p.QuietChecks }),
		setting.Number("delta", 0, 5000, func(p *Params) *int { return &p.DeltaMargin }),
		setting.Number("evasions", 0, 100, func(p *Params) *int { return &p.Evasions }),
	},
}

// ParseParams reads the text form.
func ParseParams(text string) (Params, error) { return form.Parse(text) }

// String returns the text form.
func (p Params) String() string { return form.String(p) }
