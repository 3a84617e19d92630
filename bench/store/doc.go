// Package store keeps runs on disk: the measurements, and those accepted as the baseline for later
// runs.
//
// # The file
//
// A run file is one JSON object, laid out so that a difference between two of them reads well. It has a few lines of
// header, one line for each position in suite order, and the digest of all the bytes above it.
//
//	{
//	"format": "zugwatch run",
//	"schema": 1,
//	"engine": {"name":"…"},
//	"suite": {"name":"wac","digest":"…","count":300},
//	"limits": "nodes=50000",
//	"complete": true,
//	"totals": {"positions":300,"solved":291,…},
//	"outcomes": [
//	{"id":"WAC.001","verdict":"solved",…},
//	…
//	],
//	"digest": "sha256:…"
//	}
//
// A baseline is the same with an "accepted" line: when, why and by which version of the tool. Where that says more,
// such as the commit, the schema of the file is 2; files of schema 1 stay readable. Each run has one spelling, and no
// other is read. So equal runs are equal files, and no flipped bit, missing line or edit by hand passes unseen. What
// differs between equal runs, such as times, stands in a second file beside the first: see TimingPath. The run of one
// shard has a "shard" line and may have an "origin" line. It has all positions of the suite, and those of the other
// shards unfinished.
//
// # The journal
//
// While a run goes on, a Checkpoint keeps what is finished in a journal beside the file. So a killed run can go on
// where it was. See Checkpoint for the files and the lock, and file.Recover for the layout.
package store
