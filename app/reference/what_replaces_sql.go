package reference

// statements are what a reader may know of SQL, and what takes their place here. lesson is the
// slug of a lesson about it; the lesson [fromSQL] has all of them.
var statements = []struct{ name, usage, here, lesson string }{
	{"WHERE", "SELECT * FROM orders WHERE customer = 'Nora' AND time LIKE '202603%'", "read orders prefix=Nora#202603", "lol-scores"},
	{"CREATE-INDEX", "CREATE INDEX by_book ON orders (book)", "{book}#{time}#{customer}", "mentions"},
	{"JOIN", "SELECT * FROM customers c JOIN orders o ON o.customer = c.id WHERE c.id = 'Nora'", "read history prefix=Nora#", "no-joins"},
	{"TRANSACTION", "BEGIN; SELECT … FOR UPDATE; UPDATE copies SET buyer = 'Nora' …; COMMIT;", "checkandmutate copies emma-a columns=S:buyer true=S:waits=Nora false=S:buyer=Nora", "atomic-rows"},
	{"GROUP-BY", "SELECT book, SUM(paid) FROM orders GROUP BY book", "addtocell totals book#emma S:PAID=18@0", "aggregates"},
	{"AUTO_INCREMENT", "id INT AUTO_INCREMENT PRIMARY KEY", "{customer}#{time}", "sequential-ids"},
}

// fromSQL is the slug of the lesson for readers who come from SQL.
const fromSQL = "from-sql"
