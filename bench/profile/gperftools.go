package profile

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// mapped is a part of a file in the memory of a program.
type mapped struct {
	start, end, offset uint64
	file               string
}

// readGperftools reads the format of gperftools' profiler: words of eight bytes, little
// endian, with the stacks, and then the memory map as text. Resolve names the function at
// an offset of a file, "" if it cannot; see symbolResolver. Functions that were inlined count
// with their callers.
func readGperftools(data []byte, resolve func(file string, offset uint64) string) (*Profile, error) {
	g := gperftools{data: data}
	period, err := g.header()
	if err != nil {
		return nil, err
	}
	stacks, err := g.stacks()
	if err != nil {
		return nil, err
	}
	maps := parseMaps(string(g.data))
	b := newBuilder(period)
	for _, s := range stacks {
		var frames []frame
		for i, at := range s.addresses {
			if i > 0 && at > 0 {
				at-- // a return address: the call is before it
			}
			frames = append(frames, place(maps, at, resolve))
		}
		b.add(frames, s.count, s.count*period)
	}
	return b.profile()
}

// gperftools reads the words of a profile from the front of data.
type gperftools struct {
	data   []byte
	frames int
}

type gperfStack struct {
	count     int64
	addresses []uint64
}

// word takes the next word.
func (g *gperftools) word() (uint64, bool) {
	if len(g.data) < 8 {
		return 0, false
	}
	word := binary.LittleEndian.Uint64(g.data)
	g.data = g.data[8:]
	return word, true
}

// header reads the words before the stacks; the period is in nanoseconds.
func (g *gperftools) header() (period int64, err error) {
	var words [5]uint64
	for i := range words {
		words[i], _ = g.word()
	}
	if words[0] != 0 || words[1] != 3 || words[2] != 0 || words[3] < 1 || words[3] > 1e9 || words[4] != 0 {
		return 0, failure.Inputf("file is no profile of gperftools")
	}
	return int64(words[3]) * 1000, nil
}

// stacks reads all up to the trailer.
func (g *gperftools) stacks() ([]gperfStack, error) {
	var all []gperfStack
	for {
		count, _ := g.word()
		depth, ok := g.word()
		if !ok || depth < 1 || depth > uint64(len(g.data)/8) || count > 1e12 {
			return nil, failure.Inputf("profile of gperftools is cut or damaged (the program may not have come to its end)")
		}
		s := gperfStack{count: int64(count)}
		for range depth {
			address, _ := g.word()
			s.addresses = append(s.addresses, address)
		}
		if count == 0 {
			return all, nil // the trailer
		}
		if g.frames += len(s.addresses); g.frames > maxFrames || len(all) == maxMessages {
			return nil, failure.Inputf("profile has more than %d frames or %d stacks", maxFrames, maxMessages)
		}
		all = append(all, s)
	}
}

// parseMaps reads the executable parts of a map of memory; other lines are none
// of its business.
func parseMaps(text string) []mapped {
	var all []mapped
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 6 || !strings.Contains(words[1], "x") {
			continue
		}
		from, to, _ := strings.Cut(words[0], "-")
		start, err1 := strconv.ParseUint(from, 16, 64)
		end, err2 := strconv.ParseUint(to, 16, 64)
		offset, err3 := strconv.ParseUint(words[2], 16, 64)
		if err1 == nil && err2 == nil && err3 == nil {
			all = append(all, mapped{start, end, offset, strings.Join(words[5:], " ")})
		}
	}
	return all
}

// place returns the frame at an address.
func place(maps []mapped, at uint64, resolve func(string, uint64) string) frame {
	for _, m := range maps {
		if at < m.start || at >= m.end {
			continue
		}
		offset := at - m.start + m.offset
		return frame{cmp.Or(resolve(m.file, offset), "["+baseName(m.file)+"]"), m.file, offset}
	}
	return frame{unknownName, unknownName, 0}
}

// isGperftools reports whether data begins as a profile of gperftools does.
func isGperftools(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0})
}

// symbolTable holds the segments and symbols of one file; it is empty if they are not
// known.
type symbolTable struct {
	segments []elf.ProgHeader
	symbols  []elf.Symbol // functions, sorted by address
}

// symbolResolver returns a function that names the function at an offset of a file of this machine by its symbol
// table. The name is "" if there is none or the file cannot be read. Each file is read when it is asked for first. It
// is not safe for concurrent use.
func symbolResolver() func(file string, offset uint64) string {
	files := make(map[string]*symbolTable)
	return func(file string, offset uint64) string {
		if files[file] == nil {
			files[file] = readSymbols(file)
		}
		for _, segment := range files[file].segments {
			if offset >= segment.Off && offset < segment.Off+segment.Filesz {
				return files[file].at(offset - segment.Off + segment.Vaddr)
			}
		}
		return ""
	}
}

// at returns the name of the function at an address.
func (t *symbolTable) at(address uint64) string {
	i, found := slices.BinarySearchFunc(t.symbols, address, func(s elf.Symbol, a uint64) int { return cmp.Compare(s.Value, a) })
	if !found {
		i--
	}
	if i < 0 || t.symbols[i].Size > 0 && address >= t.symbols[i].Value+t.symbols[i].Size {
		return ""
	}
	return demangle.Filter(t.symbols[i].Name, demangle.NoParams, demangle.NoTemplateParams)
}

func readSymbols(file string) *symbolTable {
	var table symbolTable
	opened, err := elf.Open(file)
	if err != nil {
		return &table
	}
	defer opened.Close()
	for _, segment := range opened.Progs {
		if segment.Type == elf.PT_LOAD && segment.Flags&elf.PF_X != 0 {
			table.segments = append(table.segments, segment.ProgHeader)
		}
	}
	static, _ := opened.Symbols() // a stripped file has only those for the linker
	dynamic, _ := opened.DynamicSymbols()
	for _, symbol := range slices.Concat(static, dynamic) {
		if elf.ST_TYPE(symbol.Info) == elf.STT_FUNC && symbol.Value != 0 {
			table.symbols = append(table.symbols, symbol)
		}
	}
	slices.SortStableFunc(table.symbols, func(a, b elf.Symbol) int { return cmp.Compare(a.Value, b.Value) })
	return &table
}
