package progress

import (
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
)

func TestMatchProgress(t *testing.T) {
	play := func(config match.Config) string {
		var out strings.Builder
		event, end := Match(&out, config)
		for i, seconds := range []int{2, 10, 19, 25} {
			e := match.Event{Finished: 4 * (i + 1), Total: 40, Elapsed: time.Duration(seconds) * time.Second}
			switch i {
			case 1:
				e.Pairs = stats.Pairs{0, 0, 0, 0, 4} // these pairs do not bound the Elo
			case 2, 3:
				e.Pairs, e.LLR = stats.Pairs{2, 13, 79, 87, 61}, 2.992
			}
			event(e)
		}
		end()
		return out.String()
	}
	const plain = "match: 8 of 40 games, Ptnml [0, 0, 0, 0, 4], 10s, about 1m4s left\n" +
		"match: 16 of 40 games, Ptnml [2, 13, 79, 87, 61], Elo 145.8 +/- 24.4, 25s, about 46s left\n"
	if got := play(match.Config{}); got != plain {
		t.Errorf("lines:\n%swant:\n%s", got, plain)
	}
	const tested = "match: 8 of 40 games, Ptnml [0, 0, 0, 0, 4], LLR 0.00 (-2.94, 2.94), 10s, about 1m4s left unless the test ends it\n" +
		"match: 16 of 40 games, Ptnml [2, 13, 79, 87, 61], Elo 145.8 +/- 24.4, LLR 2.99 (-2.94, 2.94), 25s, about 46s left unless the test ends it\n"
	if got := play(match.Config{Test: &stats.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}}); got != tested {
		t.Errorf("lines:\n%swant:\n%s", got, tested)
	}
}
