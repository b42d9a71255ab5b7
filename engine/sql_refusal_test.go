package engine

import (
	"strings"
	"testing"

	"tabletop/engine/base"
)

// TestSQL checks that a statement of SQL is answered with the commands that replace it here, for
// its table, and that each of these is a command of the console.
func TestSQL(t *testing.T) {
	for _, c := range []struct{ text, cbt, hbase string }{
		{"SELECT * FROM orders WHERE customer = 'Nora'", "lookup orders ROW; read orders prefix=KEY", "get 'orders', 'ROW'; scan 'orders', {ROWPREFIXFILTER => 'KEY'}"},
		{"select count(*) from `shop.orders` where id > 1;", "lookup orders ROW; read orders prefix=KEY", "get 'orders', 'ROW'; scan 'orders', {ROWPREFIXFILTER => 'KEY'}"},
		{"select count(*) from `shop.orders`;", "count orders", "count 'orders'"},
		{"SELECT * FROM orders", "read orders", "scan 'orders'"},
		{"SELECT * FROM orders ORDER BY time DESC LIMIT 1;", "read orders reversed=true count=1", "scan 'orders', {REVERSED => true, LIMIT => 1}"},
		{"SELECT paid FROM orders LIMIT 10", "read orders count=10", "scan 'orders', {LIMIT => 10}"},
		{"SELECT * FROM orders ORDER BY time desc;", "read orders reversed=true", "scan 'orders', {REVERSED => true}"},
		{"INSERT INTO orders(id, of) VALUES (1, 2)", "set orders ROW FAMILY:QUALIFIER=VALUE", "put 'orders', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'"},
		{"update orders set paid = 1 where id = 2", "set orders ROW FAMILY:QUALIFIER=VALUE", "put 'orders', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'"},
		{"DELETE FROM orders WHERE id = 1", "deleterow orders ROW", "deleteall 'orders', 'ROW'"},
		{"create table if not exists orders (id INT)", "createtable orders families=FAMILY", "create 'orders', 'FAMILY'"},
		{"DROP TABLE orders", "deletetable orders", "drop 'orders'"},
		{"TRUNCATE TABLE orders", "deleteallrows orders", "truncate 'orders'"},
		{"ALTER TABLE orders ADD COLUMN x INT", "createfamily orders FAMILY", "alter 'orders', 'FAMILY'"},
		{"SHOW TABLES", "ls", "list"},
		{"DELETE FROM \"*\"", "deleterow T ROW", "deleteall 'T', 'ROW'"},
	} {
		for dialect, want := range map[Dialect]string{CBT: c.cbt, HBase: c.hbase} {
			s := newSession()
			s.opts.Interpreters = []*Interpreter{HBaseInterpreter()}
			err := s.Do(RunConsole{Dialect: dialect, Text: c.text}).Err
			if err == nil || err.Code != base.CodeSQL && err.Code != base.CodeSQLRead || strings.Join(err.Args[1:], "; ") != want {
				t.Errorf("%s in %d: %+v", c.text, dialect, err)
				continue
			}
			if !strings.EqualFold(c.text[max(err.Pos, 0):max(err.End, 0)], err.Args[0]) {
				t.Errorf("%s: points at bytes %d to %d for %s", c.text, err.Pos, err.End, err.Args[0])
			}
			l, _ := s.language(dialect)
			for _, command := range err.Args[1:] {
				if cmd, err := l.Parse(command); cmd == nil || err != nil {
					t.Errorf("%s is no command: %v", command, err)
				}
			}
		}
	}
	for _, text := range []string{"select orders", "delete t r", "create 't', 'f'", "drop 't'", "alter 't', 'f'", "truncate 't'", "show", "update"} {
		for _, dialect := range []Dialect{CBT, HBase} {
			s := newSession()
			s.opts.Interpreters = []*Interpreter{HBaseInterpreter()}
			if err := s.Do(RunConsole{Dialect: dialect, Text: text}).Err; err != nil && (err.Code == base.CodeSQL || err.Code == base.CodeSQLRead) {
				t.Errorf("%s is taken for SQL", text)
			}
		}
	}
}
