package worker

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMutantBuilderRefuses: a mutant has to be one of the corpus that patches the source, and a
// worker without a source builds none. TestFarmMutants of cmd/zugwatch has what is built.
func TestMutantBuilderRefuses(t *testing.T) {
	f := must.Get(NewMutantBuilder(t.TempDir(), t.Logf))(t)
	defer f.Close()
	for _, test := range []struct {
		builder      *MutantBuilder
		mutant, want string
	}{
		{nil, "null-chain", errNoSource.Error()},
		{f, "../null-chain", `no mutant of the corpus has the name "../null-chain"`},
		{f, "hash-4", `no mutant of the corpus has the name "hash-4"`},
	} {
		shop := Machine{Finder: engines.Finder{Config: new(config.Config)}, Mutants: test.builder}
		origin := engines.Origin{Name: "zugwatch", Mutant: test.mutant}
		_, err := shop.Prepare(t.Context(), &farm.Job{Suite: &farm.SuiteJob{Engine: farm.Engine{Origin: origin}}})
		if err == nil || err.Error() != test.want {
			t.Errorf("mutant %s: got %v, want %s", test.mutant, err, test.want)
		}
	}
}
