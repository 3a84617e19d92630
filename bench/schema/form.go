package schema

// The parts of patterns, in the syntax that JSON Schema has from JavaScript.
const (
	score    = `(0|-?[1-9][0-9]*|#(0|-0|-?[1-9][0-9]*))`
	move     = `([a-h][1-8][a-h][1-8][bnqr]?|[1-9][a-i][1-9][a-i]\+?|[BGLNPRS]\*[1-9][a-i])`
	number   = `(0|[1-9][0-9]*)`
	span     = `([0-9]+(\.[0-9]+)?(h|m|s|ms))+`
	limit    = `((sd(\+[0-9]+)?|acd|dm)|(depth|mate|nodes|steps|stop-when-solved|keep-state)=[1-9][0-9]*|(movetime|cputime)=` + span + `)`
	clock    = `tc=[0-9][0-9.:/+]*`
	ply      = move + `:` + score + `:` + number + `:` + number + `:` + number + `:` + number
	fen      = `[1-8BKNPQRbknpqr/]+ [bw] (-|[A-HKQa-hkq]+) (-|[a-h][36]) [0-9]+ [0-9]+`
	sfen     = `sfen [1-9BGKLNPRSbgklnprs+/]+ [bw] (-|[0-9BGLNPRSbglnprs]+) [1-9][0-9]*`
	position = `(` + fen + `|` + sfen + `)`
)

// listPattern returns a pattern for a whole text of one or more parts.
func listPattern(part, between string) string { return `^` + part + `(` + between + part + `)*$` }

// forms holds the patterns of texts with a form. A key "package.Type" is for the texts of a type, and
// "package.Type.key" for one key. A name is for all other keys of that name.
var forms = map[string]string{
	"engine.Score": `^` + score + `$`,
	"bench.Shard":  `^` + number + `/` + number + `$`,

	"shard":  `^` + number + `/` + number + `$`,
	"limits": listPattern(limit, ","),
	"date":   `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`,
	"digest": `^sha256:[0-9a-f]{64}$`,
	"fen":    `^` + position + `$`,

	"bench.SuiteRef.digest":   `^[0-9a-f]+$`,
	"match.BookRef.digest":    `^[0-9a-f]+$`,
	"match.PlayerRef.control": listPattern(`(`+clock+`|`+limit+`)`, ","),
	"match.GameRecord.start":  `^` + position + `$`,
	"match.GameRecord.book":   listPattern(move, " "),
	"match.GameRecord.plies":  listPattern(ply, " "),
	"sensitivity.Games.limit": listPattern(`(`+clock+`|`+limit+`)`, ","),
	"calibrate.Advice.limit":  listPattern(limit, ","),
	"store.Accepted.commit":   `^[0-9a-f]+(-dirty)?$`,
	"report.Revision.commit":  `^[0-9a-f]+$`,
	"bench.Origin.program":    `^[0-9a-f]+$`,
}
