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
	if known := b.locations[f]; known != nil {
		return known
	}
	l := &profile.Location{
		ID: uint64(len(b.p.Location) + 1), Address: f.address, Mapping: b.mapping(f.file),
		Line: []profile.Line{{Function: b.function(f.function)}},
	}
	b.p.Location = append(b.p.Location, l)
	b.locations[f] = l
	return l
}

func (b *builder) function(name string) *profile.Function {
	if known := b.functions[name]; known != nil {
		return known
	}
	f := &profile.Function{ID: uint64(len(b.p.Function) + 1), Name: name, SystemName: name}
	b.p.Function = append(b.p.Function, f)
	b.functions[name] = f
	return f
}

func (b *builder) mapping(file string) *profile.Mapping {
	if known := b.mappings[file]; known != nil {
		return known
	}
	m := &profile.Mapping{ID: uint64(len(b.p.Mapping) + 1), File: file, HasFunctions: true}
	b.p.Mapping = append(b.p.Mapping, m)
	b.mappings[file] = m
	return m
}

// profile returns what was built.
func (b *builder) profile() (*Profile, error) {
	if len(b.p.Sample) == 0 {
		return nil, failure.Inputf("profile has no samples (the program ran too short, or was not profiled)")
	}
	if err := b.p.CheckValid(); err != nil {
		return nil, failure.Inputf("profile is damaged: %.120s", err.Error())
	}
	return &Profile{p: b.p}, nil
}
