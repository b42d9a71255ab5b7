package advisor

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

// What the advisor says. Of a finding {1} is the table, then come the
// arguments of its rule, then its example.
var _ = i18n.Add(map[base.Code]string{
	"advisor":             "Advisor",
	"advice-ask":          "Check the design",
	"advice-close":        "Close the advisor",
	"advice-looking":      "Looking…",
	"advice-none":         "Nothing to report: {1#} of {2} rules had something to go by.",
	"advice-nothing":      "Nothing to go by yet. Make a table and write some rows.",
	"advice-some":         "{1#} {1=1?finding|findings}. {2#} of {3} rules had something to go by.",
	"advice-sample":       "{1#} of {2#} {2=1?row was|rows were} looked at.",
	"advice-try":          "Try",
	"advice-lesson":       "Lesson:",
	"advice-soon":         "{1} (to come)",
	"advice-about-keys":   "Row keys of {1}",
	"advice-about-query":  "A question of {1}",
	"advice-about-cells":  "Families and cells of {1}",
	"advice-about-tables": "Tables",
	"advice-about-rows":   "Rows of {1}",
	"advice-here":         "Advisor: {1#} {1=1?finding|findings}",
	"advice-here-label":   "{1} about {2}",
	"advice-fine":         "The advisor has nothing to say about these keys.",
	"advice-ask-key":      "Ask the advisor",
	"running-advice":      "Looking at the design",
	"said-advice":         "{1=0?Nothing to report.|The advisor has {1#} {1=1?finding|findings}.} {2#} {2=1?rule|rules} had something to go by.",

	"advice-time-first":      "Keys begin with a time",
	"advice-time-first-seen": "The part of {1}’s keys that varies first ({2?{2}|segment {3}}) is a time, and the newest {4=1?write|{4#} writes} fell on {5}% of the keys.",
	"advice-time-first-why":  "Neighbours lie on one node: it takes every new row, and the others idle. A split does not help, since the writes move on past it.",
	"advice-time-first-try":  "Put before the time what many writes differ in: a user, a device, a place. Where there is nothing, salt.",

	"advice-sequential":      "Keys begin with a number that only grows",
	"advice-sequential-seen": "The part of {1}’s keys that varies first ({2?{2}|segment {3}}) is a number, and the newest {4=1?write|{4#} writes} fell on {5}% of the keys.",
	"advice-sequential-why":  "The newest are often the busiest, and they all lie at the end of the table, on one node.",
	"advice-sequential-try":  "Reverse the digits, or put another field first.",

	"advice-opaque":      "Nobody can read these keys",
	"advice-opaque-seen": "{4=bytes?{5}% of the keys of {1} hold bytes that are not text.|{2?{2}|Segment {3}} in {1} looks like a hash: one length, and every digit as likely as the others.}",
	"advice-opaque-why":  "A hash spreads rows evenly and loses their order: no ranges, no prefixes, and nobody sees whose key is the hot one.",
	"advice-opaque-try":  "Use what the hash is made of. If it is there to spread the load, a few of its digits before the readable value will do.",

	"advice-merged":      "Records replace each other",
	"advice-merged-seen": "The first {2#} records of {1} came to {3#} {4?{3=1?version|versions}|{3=1?row|rows}}: later ones replaced earlier ones with the same key and{4? {4}, their|} time.",
	"advice-merged-why":  "A cell is one value at a row, column and time, and records are loaded at one time unless a field of theirs says when. So no version is kept of what was there.",
	"advice-merged-try":  "Add to the key what tells the records apart. To keep them as versions of one row, name the field that holds their time as the time of the cells.",

	"advice-unpadded":      "Numbers sort as text",
	"advice-unpadded-seen": "{2?{2}|Segment {3}} in {1} holds numbers of different lengths: {5} comes after {4}.",
	"advice-unpadded-why":  "Keys compare byte by byte, so a range of numbers misses some and takes in others.",
	"advice-unpadded-try":  "Pad them with zeros to one length; in a template {{id|zero:10}} does.",

	"advice-mixed-case":      "Words are written in two ways",
	"advice-mixed-case-seen": "{2?{2}|Segment {3}} in {1} has {4} and {5}.",
	"advice-mixed-case-why":  "Every capital letter sorts before every small one: rows of the same thing lie apart, and a prefix finds only some of them.",
	"advice-mixed-case-try":  "Write them in one way, small letters for one, before they become part of a key.",

	"advice-forward-domain":      "Domains are not reversed",
	"advice-forward-domain-seen": "{1} has {2#} domains of {3#} sites, and those of {4} lie apart.",
	"advice-forward-domain-why":  "Keys sort from the left. A site is no range, and neighbours share little that could be compressed.",
	"advice-forward-domain-try":  "Turn them round, as in com.google.drive; in a template {{site|domain}} does.",

	"advice-few-domains":      "Few domains lead all keys",
	"advice-few-domains-seen": "All {3#} rows of {1} lie under {2=1?one reversed domain|{2#} reversed domains}.",
	"advice-few-domains-why":  "Each is a single range, and the busiest of them a hotspot.",
	"advice-few-domains-try":  "Reversed domains are for many sites. With few, begin with what varies: a path, or a user.",

	"advice-busy-row":      "One row is written again and again",
	"advice-busy-row-seen": "{2=writes?{3#} of {4#} writes to {1} go to one key.|Column {4} of one row of {1} has {3#} versions.}",
	"advice-busy-row-why":  "A row lies on one node and cannot be split. That node limits how often it can be written, and the row only grows.",
	"advice-busy-row-try":  "Put the time at the end of the key and write a new row each time. A range reads them together.",

	"advice-personal":      "Personal data where everybody sees it",
	"advice-personal-seen": "{2=family?Family {4} of {1} looks like a telephone number.|{2=field?Keys of {1} hold the field {4}.|{3#} {3=1?key|keys} of {1} {3=1?holds|hold} {2=mail?an e-mail address|a telephone number}.}}",
	"advice-personal-why":  "Keys and family names turn up in logs, measures and heat maps, and a key cannot be changed without writing its row anew.",
	"advice-personal-try":  "Use an identifier that says nothing about the person, and keep the address in a cell.",

	"advice-table-per":      "A table for each of something",
	"advice-table-per-seen": "{2#} tables have the same families and names like {3}: {4}{2=3?|, …}.",
	"advice-table-per-why":  "There is room for 1,000 tables in an instance, and each has its cost. A question about all of them takes a read of every one.",
	"advice-table-per-try":  "Make one table, and begin its keys with what the names differ in. A prefix then reads one part, or drops it.",

	"advice-many-families":      "Many families",
	"advice-many-families-seen": "{1} has {2#} families. Up to {3} are advised.",
	"advice-many-families-why":  "Every family is stored by itself, and many make each write and read slower.",
	"advice-many-families-try":  "Group what is read together. What is left can be qualifiers, of which there may be any number.",

	"advice-long-names":      "Long names in every cell",
	"advice-long-names-seen": "Family and qualifier take {2} bytes of the mean cell of {1}, which makes {3}% of all that it stores.",
	"advice-long-names-why":  "Names are stored, and sent, with every cell.",
	"advice-long-names-try":  "Shorten them: CELL says as much as CELLPHONE_NUMBER.",

	"advice-mixed-retention":      "One rule for columns that age differently",
	"advice-mixed-retention-seen": "In family {2} of {1} a row has {4#} {4=1?version|versions} of {3}, and {6#} of {5}.",
	"advice-mixed-retention-why":  "A garbage-collection rule holds for a whole family. What is right for one of these keeps too much of the other, or too little.",
	"advice-mixed-retention-try":  "Give each a family of its own, with the rule that it needs.",

	"advice-tiny-cells":      "Very small cells",
	"advice-tiny-cells-seen": "The mean row of {1} has {2#} cells of {3} {3=1?byte|bytes}, and each carries {4} bytes of names and time.",
	"advice-tiny-cells-why":  "Names and time are stored with each value, and a read goes through all of them.",
	"advice-tiny-cells-try":  "Put what is read together into one cell, as JSON or a protocol buffer, unless a filter has to look inside.",

	"advice-too-large":      "Larger than advised",
	"advice-too-large-seen": "{2=cell?A value in {5} of {1} takes {3~}. Up to {4~} are advised.|{2=row?A row of {1} takes {3~}. Up to {4~} are advised.|{2=key?A key|A qualifier in family {5}} of {1} has {3#} bytes. It can have {4#}.}}",
	"advice-too-large-why":  "A row is read and moved as one. Large ones are slow and take memory, and above 256 MB a row cannot be read in full.",
	"advice-too-large-try":  "Split it into rows, with what tells them apart in the key. Large files belong in an object store, and their names here.",

	"advice-version-series":      "A series kept as versions",
	"advice-version-series-seen": "{2} of {1} has {3#} versions in a row, and nearly every one has another value.",
	"advice-version-series-why":  "Versions are meant for corrections. A rule may collect them, the row only grows, and no key holds their times.",
	"advice-version-series-try":  "Write a row for each event, with its time at the end of the key.",

	"advice-wide-rows":      "Rows that grow without an end",
	"advice-wide-rows-seen": "The widest row of {1} has {2#} columns, the one in the middle {3#}, and the qualifiers are data.",
	"advice-wide-rows-why":  "A row lies on one node, is read as one, and above 256 MB cannot be read in full.",
	"advice-wide-rows-try":  "Move what names the columns into the key: a row for each. Wide is right where the number is bounded and all are read together.",

	"advice-costly-query":      "A question reads more than it asks for",
	"advice-costly-query-seen": "{2=scan?It walks the whole of {1}|In {1} it walks}: {3#} rows, of which {4#} {4=1?is|are} asked for.{5? The others are dropped one at a time, by {5}.|}",
	"advice-costly-query-why":  "Only the beginning of a key narrows a read. What is dropped on the way has been read and paid for, and it grows with the table.",
	"advice-costly-query-try":  "{5?Move {5} in the key to before what the question leaves open|Let the key begin with what is asked for}, or keep a second table with a key for this question.",

	"advice-two-rows":      "Two rows change together",
	"advice-two-rows-seen": "{5} of {1} and {2} of {3} were written one right after the other {4=1?once|{4#} times}.",
	"advice-two-rows-why":  "A write to one row happens wholly or not at all. Between two rows it may stop halfway.",
	"advice-two-rows-try":  "Keep in one row what has to change together.",

	"lesson-atomic-rows":       "One row, all or nothing",
	"lesson-big-rows":          "Big rows",
	"lesson-busy-row":          "The busy row",
	"lesson-byte-order":        "Bytes in order",
	"lesson-families":          "Families",
	"lesson-few-domains":       "Few domains",
	"lesson-lol-scores":        "Keys from questions",
	"lesson-one-cell-or-many":  "One cell or many",
	"lesson-readable-keys":     "Keys that can be read",
	"lesson-reverse-domains":   "Domains in reverse",
	"lesson-rows-not-versions": "Rows, not versions",
	"lesson-sequential-ids":    "Numbers that grow",
	"lesson-tall-vs-wide":      "Tall or wide",
	"lesson-tenants":           "One table for all customers",
	"lesson-timestamp-first":   "Time first",
})
