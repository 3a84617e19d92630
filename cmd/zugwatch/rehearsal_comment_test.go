package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// fakeGh answers like the API of GitHub. PULLS are the pull requests of the head, FILES their changes to the judging
// files. HEAD is the present head of the pull request, and COMMENT the existing comment. It logs what is written.
const fakeGh = `#!/bin/bash
case "$*" in
  *'--method GET repos/zugwatch/zugwatch/pulls '*) printf '%b' '@PULLS@' ;;
  *'/artifacts '*) echo '@BYTES@' ;;
  *'/pulls/7/files --jq '*) printf '%b' '@FILES@' ;;
  *'--paginate '*) printf '%b' '@COMMENT@' ;;
  *'/pulls/7 --jq .head.sha') echo '@HEAD@' ;;
  *'--silent --method '*) all="$*"; echo "$all" >>"@LOG@"; cp "${all##*@}" "@LOG@.body" ;;
  *) echo "fake gh: $*" >&2; exit 1 ;;
esac
`

// remark holds the answers of the API when the comment is about to be written.
type remark struct{ pulls, bytes, files, comment, head string }

// remark runs the comment workflow on the artifacts of a gate, for a commit of the default branch and the head of a
// pull request. It returns the requests to the API and the comment.
func (repo *testRepo) remark(t *testing.T, artifacts, main, head string, r remark) (p jobResult, said, body string) {
	t.Helper()
	repo.t = t
	log := filepath.Join(repo.home, "gh.log")
	os.Remove(log)
	os.Remove(log + ".body")
	repo.write(filepath.Join(repo.bin, "gh"), strings.NewReplacer("@PULLS@", r.pulls, "@BYTES@", r.bytes, "@FILES@", r.files,
		"@COMMENT@", r.comment, "@HEAD@", r.head, "@LOG@", log).Replace(fakeGh), 0o777)
	s := repo.newGitHub("workflow_run", main)
	s.artifacts = artifacts
	run := "github.event.workflow_run."
	maps.Copy(s.context, map[string]string{
		"vars.ZUGWATCH_COMMENT": "on", run + "event": "pull_request", run + "path": ".github/workflows/gate.yml",
		run + "id": "1", run + "conclusion": "failure", run + "head_sha": head, run + "head_branch": "broken $(id)", run + "head_repository.owner.login": "someone",
		run + "head_repository.full_name": "someone/zugwatch", "github.repository": "zugwatch/zugwatch",
		"github.event.repository.default_branch": "main", "steps.find.outputs.number": "",
	})
	p = s.runJob(s.workflow("comment.yml"), "comment", nil)
	text, _ := os.ReadFile(log)
	comment, _ := os.ReadFile(log + ".body")
	return p, string(text), string(comment)
}

// comment runs the comment after a gate that was red: written anew, written over,
// or not at all when it cannot be said whose it is.
func (repo *testRepo) comment(t *testing.T, g gated, main, broken string) {
	for _, test := range []struct{ name, pulls, bytes, comment, head, want string }{
		{"new", "7\\n", "5000", "", broken, "POST repos/zugwatch/zugwatch/issues/7/comments"},
		{"no pull request", "", "5000", "", broken, ""},
		{"written over", "7\\n", "5000", "99\\n98\\n", broken, "PATCH repos/zugwatch/zugwatch/issues/comments/99"},
		{"two pull requests", "7\\n8\\n", "5000", "", broken, ""},
		{"a number that is none", "$(id)\\n", "5000", "", broken, ""},
		{"moved on", "7\\n", "5000", "", main, ""},
		{"too large", "7\\n", "50000000", "", broken, ""},
		{"no results", "7\\n", "0", "", broken, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, said, body := repo.remark(t, g.artifacts, main, broken, remark{pulls: test.pulls, bytes: test.bytes, comment: test.comment, head: test.head})
			if !p.ok {
				t.Errorf("the job failed:\n%s", p.log)
			}
			if test.want == "" {
				if said != "" {
					t.Errorf("written: %s", said)
				}
				return
			}
			if !strings.Contains(said, test.want) {
				t.Errorf("gh %s, want %s\n%s", said, test.want, p.log)
			}
			checkBody(t, body, "<!-- zugwatch gate -->\n**Zugwatch: fail**\n\n- suite wac: **pass**\n- suite zugzwang: **fail**\n- suite crafty: **pass**\n- speed: **inconclusive**\n",
				"\n## suite zugzwang: FAIL the head is worse than the base: ", "<code>ZUG.022</code>", "\n## speed: INCONCLUSIVE it cannot be said whether the head is worse than the base: ", "times CPU time for each node", fmt.Sprintf("`%.12s`", broken), "The gate itself ended with **failure**: ")
		})
	}
	t.Run("judges changed", func(t *testing.T) {
		p, _, body := repo.remark(t, g.artifacts, main, broken, remark{pulls: "7\\n", bytes: "5000", head: broken, files: "zugwatch.yaml\\nbench\\nbench\\nengine/uci\\n"})
		if !p.ok {
			t.Error(p.log)
		}
		checkBody(t, body, "<!-- zugwatch gate -->\n**This pull request changes what judges it:** <code>bench</code> <code>engine/uci</code> <code>zugwatch.yaml</code>\n\n**Zugwatch: fail**\n")
	})
	t.Run("a name that is none of those", func(t *testing.T) {
		p, said, _ := repo.remark(t, g.artifacts, main, broken, remark{pulls: "7\\n", bytes: "5000", head: broken, files: "<b>\\n"})
		if p.ok || said != "" {
			t.Errorf("ok %v, gh %s", p.ok, said)
		}
	})
}

// commentJudged runs the comment on various artifacts of a gate. The gates of the default branch judge them, and the
// comment is red if an artifact is missing or forged.
func (repo *testRepo) commentJudged(t *testing.T, g gated, main, broken string) {
	repo.t = t
	suite := func(name string) string { return filepath.Join(g.artifacts, "gate-suite-"+name, name+".json") }
	judge := func(t *testing.T, main string, parts ...string) {
		t.Helper()
		p, _, body := repo.remark(t, g.artifacts, main, broken, remark{pulls: "7\\n", bytes: "5000", head: broken})
		if !p.ok {
			t.Errorf("the job failed:\n%s", p.log)
		}
		checkBody(t, body, "<!-- zugwatch gate -->\n"+parts[0], parts[1:]...)
	}
	spoil := func(t *testing.T, file, from, to string) {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), from) {
			t.Fatalf("%s does not hold %q (%v)", file, from, err)
		}
		repo.write(file, strings.Replace(string(text), from, to, 1), 0o666)
		t.Cleanup(func() { repo.write(file, string(text), 0o666) })
	}
	repo.edit("zugwatch.yaml", "limit: nodes=20000, gate: {lost: 0}", "limit: nodes=20000, gate: {lost: 26}")
	lax := repo.commit("a gate that lets more pass")
	t.Run("lax gate", func(t *testing.T) {
		judge(t, lax, "**Zugwatch: pass**\n\n- suite wac: **pass**\n- suite zugzwang: **pass**\n", "## suite zugzwang: OK the head is not worse than the base (1 suite, ")
	})
	repo.edit("zugwatch.yaml", "- {name: wac,", "- {name: another, suite: bk, kind: tactics, limit: depth=3}\n  - {name: wac,")
	more := repo.commit("a suite more")
	t.Run("suite that was not run", func(t *testing.T) {
		judge(t, more, "**Zugwatch: inconclusive**\n\n- suite another: **the gate left no result**\n- suite wac: **pass**\n")
	})
	t.Run("altered run", func(t *testing.T) {
		spoil(t, suite("zugzwang"), `"verdict":"missed"`, `"verdict":"solved"`)
		judge(t, main, "**Zugwatch: inconclusive**\n\n- suite wac: **pass**\n- suite zugzwang: **no result that can be judged**\n")
	})
	t.Run("hostile run", func(t *testing.T) {
		spoil(t, suite("wac"), `"name"`, `"<img src=x>@everyone"`)
		judge(t, main, "**Zugwatch: fail**\n\n- suite wac: **no result that can be judged**\n- suite zugzwang: **fail**\n")
	})
	t.Run("run of another suite", func(t *testing.T) {
		text := must.Get(os.ReadFile(suite("wac")))(t)
		spoil(t, suite("zugzwang"), "{", string(text)+"{")
		repo.write(suite("zugzwang"), string(text), 0o666)
		judge(t, main, "**Zugwatch: inconclusive**\n\n- suite wac: **pass**\n- suite zugzwang: **no result that can be judged**\n")
	})
	t.Run("race that is too large", func(t *testing.T) {
		pair := "[0,0,100000000,100000000,1000,100000000,100000000,1000],"
		spoil(t, filepath.Join(g.artifacts, "gate-speed/speed.json"), `"pairs":[`, `"pairs":[`+strings.Repeat(pair, 8_000_000/len(pair)+1))
		judge(t, lax, "**Zugwatch: inconclusive**\n\n- suite wac: **pass**\n- suite zugzwang: **pass**\n- suite crafty: **pass**\n- speed: **no result that can be judged**\n")
	})
	t.Run("race that says what it likes", func(t *testing.T) {
		spoil(t, filepath.Join(g.artifacts, "gate-speed/speed.json"), `"schema":1`, `"schema":1,"verdict":"pass"`)
		judge(t, lax, "**Zugwatch: inconclusive**\n\n- suite wac: **pass**\n- suite zugzwang: **pass**\n- suite crafty: **pass**\n- speed: **no result that can be judged**\n")
	})
	t.Run("nothing", func(t *testing.T) {
		g.artifacts = t.TempDir()
		judge(t, main, "**Zugwatch: inconclusive**\n\n- suite wac: **the gate left no result**\n- suite zugzwang: **the gate left no result**\n- suite crafty: **the gate left no result**\n- speed: **the gate left no result**\n")
	})
}

// checkBody holds how a comment begins, and what else it has to hold. The last
// lines of the commands have no place in it.
func checkBody(t *testing.T, body, begin string, parts ...string) {
	t.Helper()
	if !strings.HasPrefix(body, begin) {
		t.Errorf("the comment begins with\n%.400s\nwant\n%s", body, begin)
	}
	for _, part := range parts {
		if !strings.Contains(body, part) {
			t.Errorf("the comment does not hold %q\n%s", part, body)
		}
	}
	for _, part := range []string{"zugwatch: verdict", "<img", "@everyone"} {
		if strings.Contains(body, part) {
			t.Errorf("the comment holds %q\n%s", part, body)
		}
	}
}
