package profile

import (
	"slices"

	"github.com/google/pprof/profile"
)

// preemption is the function in which the runtime stops a goroutine to save its registers. On a
// busy machine, time of the stopped function is attributed to it.
const preemption = "runtime.asyncPreempt"

// returnPreempted gives the samples of a stopped goroutine to the function that was running.
func returnPreempted(p *profile.Profile) {
	for _, sample := range p.Sample {
		for len(sample.Location) > 1 && isPreemption(sample.Location[0]) {
			sample.Location = sample.Location[1:]
		}
	}
}

func isPreemption(l *profile.Location) bool {
	return len(l.Line) == 1 && l.Line[0].Function != nil && l.Line[0].Function.Name == preemption
}

// folded returns a profile whose stacks have each function once: the calls from its first to its
// last occurrence are left out. Stacks begin at root if they contain it. So a search that calls
// itself is one box, and its callers are none. Places become functions.
func folded(p *profile.Profile, root string) (*profile.Profile, error) {
	f := folder{of: p.Copy(), root: root, places: make(map[*profile.Function]*profile.Location)}
	places := f.of.Location
	f.of.Location = nil
	for _, sample := range f.of.Sample {
		sample.Location = f.fold(sample.Location)
	}
	for _, place := range places {
		if len(place.Line) == 0 {
			f.add(place)
		}
	}
	return profile.Merge([]*profile.Profile{f.of})
}

// folder folds the stacks of a profile.
type folder struct {
	of     *profile.Profile
	root   string
	places map[*profile.Function]*profile.Location // the only one of each function
}

func (f *folder) add(place *profile.Location) {
	place.ID = uint64(len(f.of.Location) + 1)
	f.of.Location = append(f.of.Location, place)
}

// fold folds one stack, from the leaf to the root.
func (f *folder) fold(stack []*profile.Location) []*profile.Location {
	var calls []*profile.Location // from the root to the leaf
	for _, location := range slices.Backward(stack) {
		if len(location.Line) == 0 {
			calls = append(calls, location)
		}
		for _, line := range slices.Backward(location.Line) {
			if line.Function == nil {
				continue
			}
			place := f.place(line.Function, location.Mapping)
			if line.Function.Name == f.root {
				calls = nil
			}
			if at := slices.Index(calls, place); at >= 0 {
				calls = calls[:at]
			}
			calls = append(calls, place)
		}
	}
	slices.Reverse(calls)
	return calls
}

func (f *folder) place(function *profile.Function, mapping *profile.Mapping) *profile.Location {
	known := f.places[function]
	if known == nil {
		known = &profile.Location{Mapping: mapping, Line: []profile.Line{{Function: function}}}
		f.places[function] = known
		f.add(known)
	}
	return known
}
