package selftest

// ownPositions are four positions with a mate in one. Two ask for the mate, and every engine plays it. Two ask for
// something else, and are never solved.
const ownPositions = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id "MATE.1";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - dm 1; id "MATE.2";
6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - bm h3; id "NEVER.1";
1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm h6; id "NEVER.2";
`

// gradedPositions are two mates in one, which are worth 14 points of 20.
const gradedPositions = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; c0 "Ra8#=10, h3=1"; id "GRADED.1";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm h6; c0 "h6=10, Ra1#=4"; id "GRADED.2";
`

// rehearsalConfig has every key of a gate. Suites that share a baseline are one
// suite under several gates. The verb stands for the path of this program.
const rehearsalConfig = `hash: 1
engines:
  - {name: silent, command: %[1]q, args: [version]}
  - {name: hanging, command: %[1]q, args: [uci], options: {Hash: 1}, limits: {position: 1ms, stop: 30ms, quit: 30ms, term: 30ms, kill: 100ms}}
suites:
  - {name: tactics, suite: few.epd, kind: tactics, limit: nodes=2000}
  - {name: zugzwang, suite: few.epd, kind: zugzwang, limit: nodes=2000}
  - {name: nodes, suite: few.epd, kind: nodes, limit: depth=4, gate: {nodes-total: 5%%}}
  - {name: single, suite: few.epd, kind: nodes, limit: depth=4, gate: {nodes-total: off, nodes-position: 50%%}}
  - {name: small, suite: few.epd, kind: nodes, limit: depth=4, baseline: bench/baselines/nodes.json, gate: {nodes-total: off, nodes-position: 50%%, nodes-floor: 100000000}}
  - {name: large, suite: few.epd, kind: nodes, limit: depth=4, baseline: bench/baselines/nodes.json, gate: {nodes-total: off, nodes-position: 50%%, nodes-floor: 10}}
  - {name: exact, suite: few.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/tactics.json, gate: {exact: true}}
  - {name: solution, suite: few.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/tactics.json, gate: {nodes-solution: 20%%}}
  - {name: speed, suite: few.epd, kind: nodes, limit: depth=4, gate: {speed: 10%%}}
  - {name: profiled, suite: more.epd, kind: tactics, limit: nodes=2000, profile: gate, samples: 60}
  - {name: kept, suite: own.epd, kind: tactics, limit: nodes=2000, gate: {lost: 1}}
  - {name: control, suite: own.epd, kind: zugzwang, limit: nodes=2000, baseline: bench/baselines/kept.json, gate: {control: [MATE.2, NEVER.1]}}
  - {name: expected, suite: own.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/kept.json, gate: {expected-fail: [MATE.2, NEVER.1]}}
  - {name: must, suite: own.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/kept.json, gate: {lost: 4, must-solve: [MATE.1]}}
  - {name: never, suite: own.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/kept.json, gate: {must-solve: [MATE.1, NEVER.1]}}
  - {name: waiting, suite: own.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/kept.json, gate: {quarantine: [{id: NEVER.1, reason: later, until: 2999-12-31}]}}
  - {name: expired, suite: own.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/kept.json, gate: {quarantine: [{id: NEVER.1, reason: later, until: 2000-01-01}]}}
  - {name: graded, suite: graded.epd, kind: tactics, limit: nodes=2000, gate: {points: 14}}
  - {name: poor, suite: graded.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/graded.json, gate: {points: 15}}
  - {name: silent, suite: few.epd, kind: tactics, limit: nodes=2000, engine: silent, baseline: bench/baselines/tactics.json}
  - {name: hanging, suite: few.epd, kind: tactics, limit: nodes=4000000000000000000, engine: hanging}
  - {name: forgiven, suite: few.epd, kind: tactics, limit: nodes=4000000000000000000, engine: hanging, baseline: bench/baselines/hanging.json, gate: {faults: 8}}
  - {name: empty, suite: empty.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/tactics.json}
`
