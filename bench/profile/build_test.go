package profile

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// stacks builds a profile of one pass for each list of stacks, written from the
// leaf to the root with semicolons; "3 a;b" stands for three samples.
func stacks(t testing.TB, notes Notes, passes ...[]string) *Profile {
	t.Helper()
	var whole *Profile
	for i, lines := range passes {
		b := newBuilder(1e7)
		for _, line := range lines {
			n := int64(1)
			if count, rest, found := strings.Cut(line, " "); found {
				n = 0
				for _, digit := range count {
					n = 10*n + int64(digit-'0')
				}
				line = rest
			}
			var frames []frame
			for name := range strings.SplitSeq(line, ";") {
				frames = append(frames, frame{function: name, file: "/home/someone/engine"})
			}
			b.add(frames, n, n*1e7)
		}
		built := must.Get(b.profile())(t)
		one := notes
		one.Passes = nil
		if len(notes.Passes) > 0 {
			one.Passes = notes.Passes[i : i+1]
		}
		pass := must.Get(newPass(built.p, one, BuiltinRules()))(t)
		if whole == nil {
			whole = pass
		} else if err := whole.Append(pass); err != nil {
			t.Fatal(err)
		}
	}
	return whole
}

// written returns a profile as its file.
func written(t testing.TB, p *Profile) []byte {
	t.Helper()
	var file bytes.Buffer
	must.Do(t, p.Write(&file))
	return file.Bytes()
}
