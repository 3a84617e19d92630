package finding

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench/bisect"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/revision"
)

// BisectFields returns the pairs of a bisection. The commit is empty where it is not sure.
func BisectFields(r *bisect.Result) []report.Field {
	commit := ""
	if len(r.Suspects) == 1 {
		commit = r.Suspects[0].Hash
	}
	return report.Fields("suite", r.Suite, "position", r.Position, "forms", r.Forms, "commit", commit, "steps", r.Steps, "skipped", r.Skipped)
}

// ClaimLine says in a line whether what the message of a source claims is true.
func ClaimLine(source string, c *revision.Check) string {
	answer := "true"
	if !c.IsTrue() {
		answer = "not true"
	}
	return fmt.Sprintf("%s: %q is %s: the signature is %d, that of %s %d", source, strings.ReplaceAll(c.Claim.String(), "\n", ", "), answer, c.Signature, c.From, c.Claimed)
}

// ClaimFields returns the pairs of the claim of a message.
func ClaimFields(c *revision.Check) []report.Field {
	return report.Fields("claimed", c.Claimed, "signature", c.Signature)
}
