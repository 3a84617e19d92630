package main

import (
	"strings"
	"testing"
)

// TestRehearsalGateJudges plays a job of the gate on pull requests whose checkout or
// build would have other files judge than those of the base branch.
func TestRehearsalGateJudges(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	th := newTheatre(t, fakeGo)
	lax := func() { th.edit("zugwatch.yaml", "{lost: 0}", "{lost: 99}") }
	broken := func(words string) func() {
		return func() {
			th.breakPolicy()
			th.edit("engine/search/searcher.go", "package search\n", "package search\n\n// "+words+"\n")
		}
	}
	const build = `go build -trimpath -o "$RUNNER_TEMP/engine" ./cmd/zugwatch` + "\n"
	const ref = "          ref: ${{ github.event.pull_request.head.sha }}\n"
	for _, test := range []struct {
		name   string
		commit string
		shrink []string
		event  map[string]string
		want   string // in the log
	}{
		{
			name: "checkout of the head", shrink: []string{"          persist-credentials: false\n", "          persist-credentials: false\n" + ref},
			commit: th.pull("own", func() { lax(); th.commit("lax"); th.breakPolicy() }),
			want:   "::error title=zugwatch::HEAD is not the merge of the pull request, so its first parent is not the base branch, which judges (expected actions/checkout without ref)\n",
		},
		{
			name: "checkout of a merge into another branch", commit: th.pull("other", th.breakPolicy),
			event: map[string]string{"github.event.pull_request.base.sha": strings.Repeat("1", 40), "github.sha": strings.Repeat("2", 40)},
			want:  "::error title=zugwatch::HEAD is a merge of the pull request into something else than its base branch, which judges (expected actions/checkout without ref)\n",
		},
		{name: "build that replaces objects", commit: th.pull("replaced", broken("replaces the judges")), want: "zugwatch: verdict=fail code=1 suite=zugzwang "},
		{
			name: "build in a step before that replaces objects", commit: th.pull("before", broken("replaces the judges")), want: "zugwatch: verdict=fail code=1 suite=zugzwang ",
			shrink: []string{"          build: " + build, "", "      - uses: ./base/", "      - run: " + build + "      - uses: ./base/"},
		},
		{
			name: "build that spoils what is kept", commit: th.pull("spoilt", broken("spoils what is kept")),
			want: "::error title=zugwatch::the build has changed Zugwatch or what it judges by (expected both as they were before it)\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			th.t, th.event = t, test.event
			s := th.stage("pull_request", test.commit, test.shrink...)
			p := s.play(s.workflow("gate.yml"), "suite", map[string]string{"matrix.suite": "zugzwang"})
			if p.ok || !strings.Contains(p.log, test.want) {
				t.Errorf("ok %v, want %q\n%s", p.ok, test.want, p.log)
			}
		})
	}
}
