package profile

import (
	"cmp"
	"debug/elf"
	"slices"

	"github.com/ianlancetaylor/demangle"
)

// Symbols names the functions of programs and libraries on this machine by
// their symbol tables. It is not safe for concurrent use.
type Symbols struct {
	files map[string]*symbolTable
}

// symbolTable is what is known of one file; empty if that is nothing.
type symbolTable struct {
	segments []elf.ProgHeader
	symbols  []elf.Symbol // functions, sorted by address
}

// NewSymbols knows no file yet: each is read when it is asked for first.
func NewSymbols() *Symbols { return &Symbols{files: make(map[string]*symbolTable)} }

// Resolve is the name of the function at an offset of a file, "" if it has none
// or the file can not be read.
func (s *Symbols) Resolve(file string, offset uint64) string {
	table := s.files[file]
	if table == nil {
		table = readSymbols(file)
		s.files[file] = table
	}
	for _, segment := range table.segments {
		if offset >= segment.Off && offset < segment.Off+segment.Filesz {
			return table.at(offset - segment.Off + segment.Vaddr)
		}
	}
	return ""
}

// at is the name of the function at an address.
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

// readSymbols reads the symbols of a file.
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
	static, err := opened.Symbols()
	if err != nil {
		static = nil // a stripped file has only those for the linker
	}
	dynamic, err := opened.DynamicSymbols()
	if err != nil {
		dynamic = nil
	}
	for _, symbol := range slices.Concat(static, dynamic) {
		if elf.ST_TYPE(symbol.Info) == elf.STT_FUNC && symbol.Value != 0 {
			table.symbols = append(table.symbols, symbol)
		}
	}
	slices.SortStableFunc(table.symbols, func(a, b elf.Symbol) int { return cmp.Compare(a.Value, b.Value) })
	return &table
}
