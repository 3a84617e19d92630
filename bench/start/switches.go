package start

import (
	"regexp"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// ruleName matches the names of options that say a rule of a search.
var ruleName = regexp.MustCompile(`(?i:null[ _-]?move|late[ _-]?move|reduction|futility|razor|prob[ _-]?cut|multi[ _-]?cut|prun(e|ing)|singular)|NMP|LMR|LMP|IIR|IID|SEE`)

// findSwitches returns the declared options that switch off a rule of the search: those of the type check that are on
// and named after a rule. The effect of an option is known by its name alone.
func findSwitches(declared []uci.Declared) (found []engine.Option) {
	for i := range declared {
		if d := &declared[i]; d.Kind == uci.Check && d.Default == "true" && ruleName.MatchString(d.Name) {
			found = append(found, engine.Option{Name: d.Name, Value: "false"})
		}
	}
	return found
}
