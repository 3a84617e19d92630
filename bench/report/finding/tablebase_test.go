package finding

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// TestTables holds what is printed of the ending of king and pawn and of its
// zugzwangs.
func TestTables(t *testing.T) {
	e := must.Get(tablebase.ParseEnding("KPK"))(t)
	set := must.Get(tablebase.Open(t.Context(), tablebase.Options{}, e))(t)
	facts := []tablebase.Statistics{set.Statistics(e)}
	const want = "" +
		"  ending  to move  positions    win   draw   loss  farthest win  farthest loss\n" +
		"     KPK    white      81664  62480  19184      0            55              -\n" +
		"     KPK    black      84012      0  35210  48802             -             56\n\n"
	if got := Tables(facts); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	zugzwangs := must.Get(set.Zugzwangs(t.Context(), e))(t)
	const counts = "KPK: 80 mutual zugzwangs\n  80: White to move draws, Black to move loses\n\n"
	if got := Zugzwangs(e, zugzwangs, false); got != counts {
		t.Errorf("got\n%s\nwant\n%s", got, counts)
	}
}
