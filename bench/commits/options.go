package commits

import (
	"time"

	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/revision"
)

// Options say which commits are judged, how, and where the records are kept.
type Options struct {
	Gate    gate.Options // suites, and how they are judged
	Range   string       // such as v1.0..main
	Only    string       // file with the commits to judge, one on a line; empty: all of the range
	Reverse bool         // judge each parent as the head as well, with the commit as its base
	Limit   int          // pairs that are measured at most; 0: all
	Retry   bool         // judge again the pairs of Out that ended in an error
	Claims  bool         // ask of a commit that says "No functional change" whether anything changed at all
	Rebuild bool         // ignore and do not fill the cache of builds
	Out     string       // file that the records are added to; empty: none

	Begin func(Progress) // called before each pair that is measured
}

// Progress says which pair comes next, and how far the range is.
type Progress struct {
	Commit   revision.Commit
	Reversed bool          // the parent is judged as the head
	Done     int           // pairs that are finished
	Left     int           // pairs that are not, this one included
	Time     time.Duration // that this call will still take, by the median of the finished pairs; 0: none is finished
}
