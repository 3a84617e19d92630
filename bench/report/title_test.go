package report_test

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

// TestProfileDifferenceTitle: the first line of a page says in words what was found.
func TestProfileDifferenceTitle(t *testing.T) {
	judged := difference(t, profile.Shares)
	alike := *judged
	alike.Functions = nil
	unjudged := *judged
	unjudged.BaseProcesses = 0
	for _, test := range []struct {
		title doc.Text
		want  string
	}{
		{report.ProfileDifferenceTitle(judged), "profile diff: changed in `"},
		{report.ProfileDifferenceTitle(&alike), "profile diff: no function changed beyond chance\n"},
		{report.ProfileDifferenceTitle(&unjudged), "profile diff: not enough processes to judge\n"},
	} {
		shown := string(golden.Write(t, doc.Document{doc.Title(test.title)}, doc.Markdown, doc.Extent{}))
		shown = strings.NewReplacer("<code>", "`", "</code>", "`", "## ", "", "&#32;", " ").Replace(shown)
		if !strings.HasPrefix(shown, test.want) {
			t.Errorf("got %q, want %q", shown, test.want)
		}
	}
}
