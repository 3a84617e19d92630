package profile

import (
	"github.com/google/pprof/profile"
	"github.com/zugwatch/zugwatch/bench/failure"
)

// frame is one place of a stack as another profiler names it.
type frame struct {
	function string
	file     string // of the program or library; only its name is kept
	address  uint64
}

// builder makes a profile of stacks.
type builder struct {
	p         *profile.Profile
	functions map[string]*profile.Function
	locations map[frame]*profile.Location
	mappings  map[string]*profile.Mapping
}

// newBuilder begins a CPU profile whose samples stand for so many nanoseconds.
func newBuilder(period int64) *builder {
	return &builder{
		p: &profile.Profile{
			SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
			PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
			Period:     period,
		},
		functions: make(map[string]*profile.Function),
		locations: make(map[frame]*profile.Location),
		mappings:  make(map[string]*profile.Mapping),
	}
}

// add adds samples of one stack, from the leaf to the root.
func (b *builder) add(stack []frame, count, nanoseconds int64) {
	sample := &profile.Sample{Value: []int64{count, nanoseconds}}
	for _, f := range stack {
		sample.Location = append(sample.Location, b.location(f))
	}
	b.p.Sample = append(b.p.Sample, sample)
}

func (b *builder) location(f frame) *profile.Location {
	f.file = baseName(f.file)
	return once(b.locations, f, &b.p.Location, func(id uint64) *profile.Location {
		function := once(b.functions, f.function, &b.p.Function, func(id uint64) *profile.Function {
			return &profile.Function{ID: id, Name: f.function, SystemName: f.function}
		})
		mapping := once(b.mappings, f.file, &b.p.Mapping, func(id uint64) *profile.Mapping {
			return &profile.Mapping{ID: id, File: f.file, HasFunctions: true}
		})
		return &profile.Location{ID: id, Address: f.address, Mapping: mapping, Line: []profile.Line{{Function: function}}}
	})
}

// once returns what is known by a key. It makes what is not, and adds it to a table of the profile.
func once[K comparable, T any](known map[K]*T, key K, table *[]*T, made func(id uint64) *T) *T {
	if known[key] == nil {
		known[key] = made(uint64(len(*table) + 1))
		*table = append(*table, known[key])
	}
	return known[key]
}

// profile returns what was built.
func (b *builder) profile() (*Profile, error) {
	if len(b.p.Sample) == 0 {
		return nil, noSamples("the program ran too short, or was not profiled")
	}
	if err := b.p.CheckValid(); err != nil {
		return nil, failure.Inputf("profile is damaged: %.120s", err.Error())
	}
	return &Profile{p: b.p}, nil
}
