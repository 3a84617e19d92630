package profile

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine/must"
)

// zipped compresses.
func zipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := must.Get(gzip.NewWriterLevel(&out, gzip.BestSpeed))(t)
	must.Get(w.Write(data))(t)
	must.Do(t, w.Close())
	return out.Bytes()
}

func unzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	return must.Get(io.ReadAll(must.Get(gzip.NewReader(bytes.NewReader(data)))(t)))(t)
}

// bomb returns 4 MiB of empty messages of one field, which pack into 4 KiB and which
// the parser turns into hundreds of MiB.
func bomb(t testing.TB, field byte) []byte {
	data := []byte{fieldSampleType<<3 | wireBytes, 4, 1 << 3, 1, 2 << 3, 1, fieldString<<3 | wireBytes, 0, fieldString<<3 | wireBytes, 1, 'x'}
	return zipped(t, append(data, bytes.Repeat([]byte{field<<3 | wireBytes, 0}, 2<<20)...))
}

// linesBomb returns a place with many lines that one sample names many times.
func linesBomb(t testing.TB) []byte {
	t.Helper()
	location := append([]byte{1 << 3, 1}, bytes.Repeat([]byte{fieldLocationLine<<3 | wireBytes, 2, 1 << 3, 1}, 50_000)...)
	sample := bytes.Repeat([]byte{fieldSampleLocation << 3, 1}, 50_000)
	sample = append(sample, fieldSampleValue<<3, 1)
	data := []byte{fieldSampleType<<3 | wireBytes, 4, 1 << 3, 1, 2 << 3, 1}
	data = appendMessage(data, fieldFunction, 1<<3, 1)
	data = appendMessage(data, fieldLocation, location...)
	data = appendMessage(data, fieldSample, sample...)
	data = appendMessage(data, fieldString)
	data = appendMessage(data, fieldString, []byte("count")...)
	return zipped(t, data)
}

// appendMessage appends a field with its length and its bytes.
func appendMessage(data []byte, field byte, body ...byte) []byte {
	data = append(data, field<<3|wireBytes)
	data = binary.AppendUvarint(data, uint64(len(body)))
	return append(data, body...)
}

// full returns a profile with so many messages of everything, which the gate lets pass
// up to ten below its limit.
func full(t testing.TB, messages int) []byte {
	t.Helper()
	data := []byte{fieldSampleType<<3 | wireBytes, 4, 1 << 3, 1, 2 << 3, 1, fieldString<<3 | wireBytes, 0, fieldString<<3 | wireBytes, 1, 'x'}
	add := func(field byte, body ...byte) { data = appendMessage(data, field, body...) }
	line := []byte{fieldLocationLine<<3 | wireBytes, 2, 1 << 3, 1}
	label := []byte{fieldSampleLabel<<3 | wireBytes, 4, 1 << 3, 1, 2 << 3, 1}
	for i := range messages {
		id := binary.AppendUvarint([]byte{1 << 3}, uint64(i+1))
		add(fieldFunction, id...)
		add(fieldMapping, id...)
		add(fieldLocation, append(id, line...)...)
		add(fieldString)
		sample := append([]byte{fieldSampleLocation<<3 | wireBytes, 29}, bytes.Repeat([]byte{1}, 29)...)
		sample = append(sample, fieldSampleValue<<3, 1)
		add(fieldSample, append(sample, bytes.Repeat(label, 2)...)...)
	}
	return zipped(t, data)
}

func TestReadRefuses(t *testing.T) {
	good := written(t, stacks(t, Notes{Suite: "wac"}, []string{"3 a;b", "b"}))
	plain := unzipped(t, good)
	negative := stacks(t, Notes{}, []string{"a"})
	negative.p.Sample[0].Value[0] = -5
	huge := stacks(t, Notes{}, []string{"a", "b"})
	huge.p.Sample[0].Value[1] = 1 << 62
	unknownNote := stacks(t, Notes{}, []string{"a"})
	unknownNote.p.Comments = []string{"zugwatch.later=1"}
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "profile is empty (the program may not have come to its end)"},
		{"text", []byte("# of functions\nmain 5\n"), "profile is cut or damaged, or the file is none (at byte 1 of a message)"},
		{"legacy text", []byte("heap profile: 1: 1 [1: 1] @ heapprofile\n"), "profile has an unknown field 12 of type 1 (expected a pprof profile)"},
		{"cut", good[:len(good)/2], "profile is cut or damaged: unexpected EOF"},
		{"cut inside", zipped(t, plain[:len(plain)-3]), "profile is cut or damaged, or the file is none (at byte "},
		{"flipped", append(append([]byte{}, good[:len(good)-12]...), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "profile is cut or damaged: "},
		{"two behind each other", append(append([]byte{}, good...), good...), " bytes behind its end (expected one profile)"},
		{"bomb of mappings", bomb(t, fieldMapping), "profile has more than 100000 messages of field 3"},
		{"bomb of samples", bomb(t, fieldSample), "profile has more than 100000 messages of field 2"},
		{"bomb of strings", bomb(t, fieldString), "profile has more than 100000 messages of field 6"},
		{"bomb of lines", linesBomb(t), "profile has more than 6000000 frames"},
		{"bomb of zeros", zipped(t, make([]byte, 17<<20)), "profile is larger than 16384 KiB when unpacked"},
		{"large file", make([]byte, 4<<20+1), "profile is larger than 4096 KiB"},
		{"negative", zippedProfile(t, negative), "profile has a sample of -5 count (expected 0 or more)"},
		{"overflow", zippedProfile(t, huge), "which no measurement gives"},
		{"other message", zipped(t, []byte{6<<3 | wireBytes, 0}), "file is no profile (expected one that runtime/pprof or pprof has written)"},
		{"no samples", zipped(t, []byte{10, 4, 8, 1, 16, 1, 50, 0, 50, 1, 'x'}), "profile has no samples"},
		{"note of a later version", zippedProfile(t, unknownNote), `profile has the note "zugwatch.later=1", which is not known here`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := readProfile(test.data)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, test.want)
			}
		})
	}
}

// zippedProfile writes a profile past the checks of ours.
func zippedProfile(t testing.TB, p *Profile) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, p.p.Write(&out))
	return out.Bytes()
}

func TestReadWritten(t *testing.T) {
	notes := Notes{
		Engine: "zugwatch 0.1 Hash=16", Suite: "wac@abc", Limits: "depth=3", Machine: "0123",
		Passes: []Pass{{Nodes: 12, Process: ProcessName()}, {Nodes: 34}},
	}
	p := stacks(t, notes, []string{"3 a;b", "b;main"}, []string{"7 a;b;main"})
	for _, form := range [][]byte{written(t, p), unzipped(t, written(t, p))} {
		back := must.Get(readProfile(form))(t)
		if diff := cmp.Diff(notes, back.Notes); diff != "" {
			t.Errorf("notes differ:\n%s", diff)
		}
		want := must.Get(p.Summarise())(t)
		got := must.Get(back.Summarise())(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("summaries differ:\n%s", diff)
		}
	}
	if bytes.Contains(unzipped(t, written(t, p)), []byte("someone")) {
		t.Error("the profile names a folder of the machine")
	}
}

// TestReadFull reads what the gate just lets pass.
func TestReadFull(t *testing.T) {
	p := must.Get(readCapped(t, full(t, maxMessages-10)))(t)
	if got := p.Samples(); got != 0 { // its one value is no count of samples and nanoseconds
		t.Errorf("%d samples", got)
	}
}

// memoryCap is the memory that reading any profile may allocate, in bytes.
const memoryCap = 320 << 20

// FuzzRead checks that reading any input stays under the memory cap, and that a profile
// that was read is equal after it is written and read again.
func FuzzRead(f *testing.F) {
	f.Add(written(f, stacks(f, Notes{Suite: "wac", Passes: []Pass{{Nodes: 5}}}, []string{"3 a;b;a", "b"})))
	f.Add(bomb(f, fieldMapping))
	f.Add(bomb(f, fieldLocation))
	f.Add(linesBomb(f))
	f.Add(full(f, 1000))
	f.Add([]byte("heap profile: 1: 1 [1: 1] @ heapprofile\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := readCapped(t, data)
		if err != nil {
			return
		}
		again, err := readCapped(t, written(t, p))
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
		first, err1 := p.Summarise()
		second, err2 := again.Summarise()
		if (err1 == nil) != (err2 == nil) {
			t.Fatalf("errors %v and %v", err1, err2)
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("summaries differ:\n%s", diff)
		}
	})
}

// readCapped reads and holds the allocations against the cap; what else the
// process allocates meanwhile counts too.
func readCapped(t *testing.T, data []byte) (*Profile, error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := readProfile(data)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > memoryCap {
		t.Errorf("reading %d bytes allocated %d MiB (allowed: %d)", len(data), used>>20, memoryCap>>20)
	}
	return p, err
}
