package profile

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine/must"
)

// gperfFile returns a profile as gperftools writes it.
func gperfFile(maps string, words ...uint64) []byte {
	var data []byte
	for _, w := range words {
		data = binary.LittleEndian.AppendUint64(data, w)
	}
	return append(data, maps...)
}

const gperfMaps = "build=/x\n" +
	"00400000-00410000 r--p 00000000 08:01 1 /opt/my engine\n" +
	"00410000-00420000 r-xp 00010000 08:01 1 /opt/my engine\n" +
	"7f0000000000-7f0000001000 r-xp 00002000 08:01 2 /lib/libc.so.6\n"

func TestReadGperftools(t *testing.T) {
	data := gperfFile(gperfMaps,
		0, 3, 0, 10000, 0,
		3, 2, 0x410010, 0x410101,
		1, 1, 0x7f0000000010,
		1, 1, 0x999999999999,
		0, 1, 0)
	var asked []string
	p := must.Get(readGperftools(data, func(file string, offset uint64) string {
		asked = append(asked, fmt.Sprintf("%s %#x", file, offset))
		return map[uint64]string{0x10010: "leaf", 0x10100: "caller"}[offset]
	}))(t)
	want := []string{"/opt/my engine 0x10010", "/opt/my engine 0x10100", "/lib/libc.so.6 0x2010"}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("asked for:\n%s", diff)
	}
	s := must.Get(p.Summarise())(t)
	functions := []Function{
		{"[libc.so.6]", []int64{1}, []int64{1}},
		{"[unknown]", []int64{1}, []int64{1}},
		{"caller", []int64{0}, []int64{3}},
		{"leaf", []int64{3}, []int64{3}},
	}
	if diff := cmp.Diff(functions, s.Functions); diff != "" || s.SampleNS != 1e7 {
		t.Errorf("samples of %v ns, functions differ:\n%s", s.SampleNS, diff)
	}
}

func TestReadGperftoolsRefuses(t *testing.T) {
	none := func(string, uint64) string { return "" }
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"other", []byte("nothing of the kind, and long enough for a head"), "file is no profile of gperftools"},
		{"cut head", gperfFile("", 0, 3), "file is no profile of gperftools"},
		{"no trailer", gperfFile("", 0, 3, 0, 10000, 0, 1, 1, 5), "cut or damaged"},
		{"cut stack", gperfFile("", 0, 3, 0, 10000, 0, 1, 9, 5), "cut or damaged"},
		{"huge depth", gperfFile("", 0, 3, 0, 10000, 0, 1, 1<<62, 5), "cut or damaged"},
		{"no samples", gperfFile("", 0, 3, 0, 10000, 0, 0, 1, 0), "profile has no samples"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := readGperftools(test.data, none)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestSymbols resolves the functions of a small C++ program.
func TestSymbols(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++ is installed")
	}
	folder := t.TempDir()
	source, program := filepath.Join(folder, "x.cpp"), filepath.Join(folder, "x")
	text := "namespace engine { __attribute__((noinline)) int search(int depth) { return depth + 1; } }\nint main(int n, char **) { return engine::search(n); }\n"
	must.Do(t, os.WriteFile(source, []byte(text), 0o666))
	if out, err := exec.Command(compiler, "-o", program, source).CombinedOutput(); err != nil {
		t.Skipf("g++ does not work here: %v\n%s", err, out)
	}
	resolve := symbolResolver()
	table := readSymbols(program)
	for _, s := range table.symbols {
		if !strings.Contains(s.Name, "search") {
			continue
		}
		offset := s.Value - table.segments[0].Vaddr + table.segments[0].Off
		if got := resolve(program, offset+1); got != "engine::search" {
			t.Errorf("function %q, want engine::search", got)
		}
		if got := resolve(program, 1<<40); got != "" {
			t.Errorf("function %q where there is none", got)
		}
		return
	}
	t.Errorf("no function search among %d symbols", len(table.symbols))
}

func TestSymbolsOfNothing(t *testing.T) {
	if got := symbolResolver()(filepath.Join(t.TempDir(), "none"), 5); got != "" {
		t.Errorf("function %q of a file that is not there", got)
	}
}
