package starter

import (
	"testing"
	"testing/fstest"
)

// TestIgnore adds what a build makes to .gitignore, as far as nothing ignores it yet.
func TestIgnore(t *testing.T) {
	const title = "# Made by the build: of zugwatch.yaml.\n"
	object := func(path string) bool { return path == "x.o" || path == "build/x" }
	for name, test := range map[string]struct {
		there   string // no file where it is empty
		p       project
		ignored func(string) bool
		seen    []string
		want    string
	}{
		"program":           {p: project{command: "./src/rook", build: "b", makes: []string{"*.o"}}, want: title + "/src/rook\n*.o\n"},
		"program in folder": {p: project{command: "./build/rook", build: "b", makes: []string{"/build/"}}, want: title + "/build/\n"},
		"program elsewhere": {p: project{command: "/bin/rook", build: "b"}},
		"no build":          {p: project{command: "./rook"}},
		"more":              {there: "a", p: project{command: "./rook", build: "b"}, want: "a\n" + title + "/rook\n"},
		"there":             {there: "/rook\r\n*.o\r\n", p: project{command: "./rook", build: "b", makes: []string{"*.o"}}},
		"ignored in part":   {p: project{command: "./rook", build: "b", makes: []string{"*.o"}}, ignored: object, want: title + "/rook\n"},
		"ignored":           {p: project{command: "./build/rook", build: "b", makes: []string{"/build/"}}, ignored: object},
		"seen": {
			p: project{command: "./src/rook", build: "b", makes: []string{"*.o", "/build/"}}, seen: []string{"src/rook", "a/b.o", "build/x", "build/", "net.bin", "obj/", "a b", "x#"},
			want: title + "/src/rook\n*.o\n/build/\n/net.bin\n/obj/\n",
		},
		"seen without a build": {p: project{command: "./rook"}, seen: []string{"a"}},
		"no word for a file":   {p: project{command: "./a b", build: "b"}},
	} {
		tree := fstest.MapFS{}
		if test.there != "" {
			tree[ignoreName] = &fstest.MapFile{Data: []byte(test.there)}
		}
		got, err := ignore(tree, test.p.products(test.seen...), test.ignored)
		if err != nil || got.Text != test.want || (test.want != "") != got.Amends {
			t.Errorf("%s: got %+v, %v, want %q", name, got, err, test.want)
		}
	}
}
