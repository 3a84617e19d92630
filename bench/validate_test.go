package bench

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
)

// TestContradiction finds outcomes that no run can have written, and no other.
func TestContradiction(t *testing.T) {
	at := &Point{Depth: 1, Nodes: 1}
	tests := []struct {
		name string
		o    Outcome
		want string
	}{
		{"solved", Outcome{Verdict: Solved, Want: "Qg6 Rh7", Best: "Rh7", Found: at, Stable: at}, ""},
		{"missed", Outcome{Verdict: Missed, Want: "Qg6", Best: "Rh7", Found: at}, ""},
		{"solved by another move", Outcome{Verdict: Solved, Want: "Qg6", Best: "Qg6+"}, `position "" is solved with Qg6+ and wants "Qg6"`},
		{"missed by the best move", Outcome{Verdict: Missed, Want: "Rh7 Qg6", Best: "Qg6"}, `position "" is missed with Qg6 and wants "Rh7 Qg6"`},
		{"promotion", Outcome{Verdict: Solved, Want: "e8=Q", Best: "e8=Q"}, ""},
		{"another promotion", Outcome{Verdict: Missed, Want: "e8=Q e8=R", Best: "e8=R"}, `position "" is missed with e8=R and wants "e8=Q e8=R"`},
		{"avoided", Outcome{Verdict: Solved, Want: "not Rxh7", Best: "Kg1"}, ""},
		{"not avoided", Outcome{Verdict: Solved, Want: "not Rxh7", Best: "Rxh7"}, `position "" is solved with Rxh7 and wants "not Rxh7"`},
		{"missed by what is not avoided", Outcome{Verdict: Missed, Want: "Kg1, not Rxh7", Best: "Kg1"}, `position "" is missed with Kg1 and wants "Kg1, not Rxh7"`},
		{"mate", Outcome{Verdict: Solved, Want: "Ng5, #3", Best: "Ng5", Score: engine.MateIn(2)}, ""},
		{"mate too late", Outcome{Verdict: Solved, Want: "#3", Best: "Ng5", Score: engine.MateIn(4)}, `position "" is solved with Ng5 and wants "#3"`},
		{"mate that is not there", Outcome{Verdict: Solved, Want: "#3", Best: "Ng5", Score: 900}, `position "" is solved with Ng5 and wants "#3"`},
		{"mate that may be a bound", Outcome{Verdict: Missed, Want: "#3", Best: "Ng5", Score: engine.MateIn(2)}, ""},
		{"being mated", Outcome{Verdict: Solved, Want: "#-3", Best: "Ng5", Score: engine.MateIn(-3)}, ""},
		{"draw", Outcome{Verdict: Solved, Want: "Kh1, draw", Best: "Kh1", Score: 100}, ""},
		{"draw that is not there", Outcome{Verdict: Solved, Want: "draw", Best: "Kh1", Score: 101}, `position "" is solved with Kh1 and wants "draw"`},
		{"draw that may be a bound", Outcome{Verdict: Missed, Want: "draw", Best: "Kh1", Score: 0}, ""},
		{"win", Outcome{Verdict: Solved, Want: "not Qb1, win", Best: "Qc1", Score: 101}, ""},
		{"win that is not there", Outcome{Verdict: Solved, Want: "win", Best: "Kh1", Score: 100}, `position "" is solved with Kh1 and wants "win"`},
		{"mate of any length", Outcome{Verdict: Solved, Want: "mate", Best: "Kh1", Score: engine.MateIn(9)}, ""},
		{"mate that is not there", Outcome{Verdict: Solved, Want: "mate", Best: "Kh1", Score: 900}, `position "" is solved with Kh1 and wants "mate"`},
		{"graded", Outcome{Verdict: Solved, Want: "Nf3=10 d4=7", Best: "Nf3", Points: 10, MaxPoints: 10}, ""},
		{"graded, not the best", Outcome{Verdict: Missed, Want: "Nf3=10 d4=7", Best: "d4", Points: 7, MaxPoints: 10}, ""},
		{"graded too well", Outcome{Verdict: Solved, Want: "Nf3=10 d4=7", Best: "d4", Points: 7, MaxPoints: 10}, `position "" is solved with d4 and wants "Nf3=10 d4=7"`},
		{"too many points", Outcome{Verdict: Missed, Want: "Nf3=10", Best: "d4", Points: 11, MaxPoints: 10}, `position "" is missed with 11 of 10 points`},
		{"no move", Outcome{Verdict: Solved, Want: "Qg6"}, `position "" is solved with  and wants "Qg6"`},
		{"missed and stable", Outcome{Verdict: Missed, Want: "Qg6", Best: "Rh7", Found: at, Stable: at}, `position "" is missed and stable, which only what is solved and was found can be`},
		{"measured", Outcome{Verdict: Measured, Best: "Rh7", Nodes: 5}, ""},
		{"measured, although asked", Outcome{Verdict: Measured, Want: "Rh7"}, `position "" is measured and asks "Rh7"`},
		{"faulted", Outcome{Verdict: Faulted, Fault: FaultExit, Want: "Rh7"}, ""},
		{"faulted with an answer", Outcome{Verdict: Faulted, Fault: FaultExit, Want: "Rh7", Best: "Rh7"}, `position "" is faulted with an answer`},
		{"faulted without a fault", Outcome{Verdict: Faulted, Want: "Rh7"}, `position "" is faulted with the fault ""`},
		{"unfinished with nodes", Outcome{Want: "Rh7", Nodes: 7}, `position "" is unfinished with an answer`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.o.Validate(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
