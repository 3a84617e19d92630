package compare

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// RuleOf returns the rule that decides a position of a suite of rules, which its ID names before the
// last dot: "en passant" for "en-passant.012".
func RuleOf(id string) string {
	if at := strings.LastIndexByte(id, '.'); at > 0 {
		id = id[:at]
	}
	return strings.ReplaceAll(id, "-", " ")
}

// LostOfRule is the number of positions of one rule whose loss fails a suite. In 31 commits of Weiss of 2021, in Ethereal
// a156c54 and in two of 24 accepted patches of Stash, patches that prune more lost one position. Bugs of four engines
// lost three or more.
const LostOfRule = 2

// rulesResult judges positions that one rule of the game decides. A position is lost that the base solves in
// every form and the head in none. Two lost positions of a rule fail, and a note tells of one. No statistics are made: a
// sound engine solves these by its rules and not by chance. Unsound: a change that prunes more may lose positions that
// the base solves late.
func (c *Comparison) rulesResult(gate Gate) Result {
	f, r := c.Forms, Result{Axis: Rules, Verdict: Pass, Positions: []string{}}
	if r.judgeTrivial(f) {
		return c.finishResult(r, gate, f)
	}
	lost, asked, weaker, verdict := make(map[string]int), make(map[string]int), 0, Pass
	var rules []string
	for _, p := range f.solved {
		if p.Forms == 0 || p.Base < p.Forms {
			continue
		}
		rule := RuleOf(p.ID)
		asked[rule]++
		switch {
		case p.Head == 0:
			if lost[rule]++; lost[rule] == 1 {
				rules = append(rules, rule)
			}
			if lost[rule] == LostOfRule {
				verdict = c.worseVerdict()
			}
		case p.Head < p.Forms:
			weaker++
		}
	}
	if len(rules) > 0 {
		for i, rule := range rules {
			rules[i] = fmt.Sprintf("%s (%d of %s lost)", rule, lost[rule], text.Count(asked[rule], "position"))
		}
		told := strings.Join(rules, ", ")
		r.addReason(verdict, "%s", told)
		if verdict == Pass {
			r.Notes = []string{fmt.Sprintf("%s: patches that prune more do so too; %d of one rule would fail", told, LostOfRule)}
		}
	}
	r.addReason(Pass, "%s", f.solvedText())
	if weaker > 0 {
		r.addReason(Pass, "%s solved in all forms before and in some now", text.Count(weaker, "position"))
	}
	return c.finishResult(r, gate, f)
}
