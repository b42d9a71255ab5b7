package hbase

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console"
)

// real has the commands of the shell of HBase 2.6, by the group in which its help lists
// them, and for each command what our console does with it.
var real = map[string]string{
	"general":   "status version table_help whoami processlist",
	"ddl":       "+alter +create +describe +disable disable_all +is_disabled +drop drop_all +enable enable_all +is_enabled +exists +list show_filters alter_status alter_async get_table locate_region list_regions clone_table_schema change_sft change_sft_all +desc",
	"namespace": "create_namespace drop_namespace alter_namespace describe_namespace list_namespace list_namespace_tables",
	"dml":       "+count +delete +deleteall +get +get_counter +incr +put +scan +truncate truncate_preserve +append +get_splits",
	"tools": "assign balancer balance_switch balancer_enabled normalize normalizer_switch normalizer_enabled is_in_maintenance_mode clear_slowlog_responses close_region " +
		"+compact compaction_switch +flush get_balancer_decisions get_balancer_rejections get_slowlog_responses get_largelog_responses +major_compact move split merge_region " +
		"unassign zk_dump wal_roll hlog_roll hbck_chore_run catalogjanitor_run catalogjanitor_switch catalogjanitor_enabled cleaner_chore_run cleaner_chore_switch " +
		"cleaner_chore_enabled compact_rs compaction_state trace snapshot_cleanup_switch snapshot_cleanup_enabled splitormerge_switch splitormerge_enabled " +
		"clear_compaction_queues list_deadservers list_liveservers list_unknownservers clear_deadservers clear_block_cache stop_master stop_regionserver regioninfo rit " +
		"list_decommissioned_regionservers decommission_regionservers recommission_regionserver truncate_region flush_master_store",
	"replication": "add_peer remove_peer list_peers enable_peer disable_peer set_peer_replicate_all set_peer_serial set_peer_namespaces append_peer_namespaces " +
		"remove_peer_namespaces set_peer_exclude_namespaces append_peer_exclude_namespaces remove_peer_exclude_namespaces show_peer_tableCFs set_peer_tableCFs " +
		"set_peer_exclude_tableCFs append_peer_exclude_tableCFs remove_peer_exclude_tableCFs set_peer_bandwidth list_replicated_tables append_peer_tableCFs " +
		"remove_peer_tableCFs enable_table_replication disable_table_replication get_peer_config list_peer_configs update_peer_config " +
		"transit_peer_sync_replication_state peer_modification_enabled peer_modification_switch",
	"snapshots":     "snapshot clone_snapshot restore_snapshot delete_snapshot delete_all_snapshot delete_table_snapshots list_snapshots list_table_snapshots",
	"configuration": "update_config update_all_config update_rsgroup_config",
	"quotas": "set_quota list_quotas list_quota_table_sizes list_quota_snapshots list_snapshot_sizes enable_rpc_throttle disable_rpc_throttle " +
		"enable_exceed_throttle_quota disable_exceed_throttle_quota",
	"security":          "list_security_capabilities grant revoke user_permission",
	"procedures":        "list_procedures list_locks",
	"visibility labels": "add_labels list_labels set_auths get_auths clear_auths set_visibility",
	"rsgroup": "list_rsgroups get_rsgroup add_rsgroup remove_rsgroup balance_rsgroup move_servers_rsgroup move_tables_rsgroup move_namespaces_rsgroup " +
		"move_servers_tables_rsgroup move_servers_namespaces_rsgroup get_server_rsgroup get_table_rsgroup remove_servers_rsgroup rename_rsgroup " +
		"alter_rsgroup_config show_rsgroup_config get_namespace_rsgroup",
	"ruby": "exit quit tools +help",
}

// TestRealCommands checks that our console has each command of the real shell, or refuses
// it by name.
func TestRealCommands(t *testing.T) {
	here := map[string]bool{}
	for group, list := range real {
		for word := range strings.FieldsSeq(list) {
			name, is := strings.CutPrefix(word, "+")
			here[name] = is
			if known(name) != is || is == absent[name] {
				t.Errorf("%s of %s: known %v, absent %v", name, group, known(name), absent[name])
			}
			if is {
				continue
			}
			_, err := Parse(name + " 't'")
			if e := refusal(err); e.Code != base.CodeCommandUnsupported || !slices.Equal(e.Args, []string{name}) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, c := range commands {
		if !here[c.name] {
			t.Errorf("the real shell has no %s", c.name)
		}
	}
}

// refusal returns err as a refusal; without an error it returns an empty one.
func refusal(err error) *base.Error {
	var e *base.Error
	if errors.As(err, &e) {
		return e
	}
	return &base.Error{}
}

// attributes has the keys that the commands of the shell of HBase 2.6 take. In line, $
// marks the place of a key with a value. The sign before a key in takes says what our
// console does with it: + means that it is carried out as the command says, ~ that it has
// no effect and the console says so, and - that it is refused by name.
var attributes = []struct{ line, takes string }{
	{"scan 't', {$}", "+COLUMN='f:q' +COLUMNS=['f'] +FILTER='PageFilter(1)' +LIMIT=3 +RAW=true +REVERSED=true +ROWPREFIXFILTER='a' +STARTROW='a' +STARTKEY='a' " +
		"+STOPROW='b' +ENDROW='b' +ENDKEY='b' +TIMERANGE=[1,5] +TIMESTAMP=5 +VERSIONS=3 +FORMATTER='toString' " +
		"~CACHE=10 ~CACHE_BLOCKS=false ~CONSISTENCY='TIMELINE' ~ISOLATION_LEVEL='READ_UNCOMMITTED' ~MAX_RESULT_SIZE=123456 ~READ_TYPE='PREAD' " +
		"-ALLOW_PARTIAL_RESULTS=true -ALL_METRICS=true -ATTRIBUTES={'a'=>'b'} -AUTHORIZATIONS=['A'] -BATCH=3 -MAXLENGTH=5 -METRICS=['RPC_RETRIES'] -REGION_REPLICA_ID=1"},
	{"get 't', 'r', {$}", "+COLUMN='f:q' +COLUMNS=['f'] +FILTER='KeyOnlyFilter()' +TIMERANGE=[1,5] +TIMESTAMP=5 +FORMATTER='toString' " +
		"~CONSISTENCY='TIMELINE' -ATTRIBUTES={'a'=>'b'} -AUTHORIZATIONS=['A'] -MAXLENGTH=5 -REGION_REPLICA_ID=1"},
	{"get 't', 'r', {COLUMN => 'f', $}", "+VERSIONS=3 +TIMERANGE=[1,9223372036854775807]"},
	{"get 't', 'r', {TIMESTAMP => 5, $}", "+VERSIONS=3"},
	{"get 't', 'r', {$, TIMERANGE => [0, 9223372036854775807]}", "+VERSIONS=3"},
	{"count 't', {$}", "+INTERVAL=10 +COLUMN='f:q' +COLUMNS=['f'] +FILTER='PageFilter(1)' +LIMIT=3 +RAW=true +REVERSED=true +ROWPREFIXFILTER='a' +STARTROW='a' " +
		"+STOPROW='b' +TIMERANGE=[1,5] +TIMESTAMP=5 ~CACHE=1000 ~CACHE_BLOCKS=true ~CONSISTENCY='TIMELINE' ~READ_TYPE='PREAD' ~ISOLATION_LEVEL='READ_COMMITTED' " +
		"-ATTRIBUTES={'a'=>'b'} -AUTHORIZATIONS=['A'] -ALL_METRICS=true -METRICS=['A'] -BATCH=3 -REGION_REPLICA_ID=1 -ALLOW_PARTIAL_RESULTS=true"},
	{"create 't', {NAME => 'f', $}", "+VERSIONS=3 +TTL=60 +SPLITS=['a'] +KEEP_DELETED_CELLS=true +MIN_VERSIONS=1 -NEW_VERSION_BEHAVIOR=true -CONFIGURATION={'a'=>'b'} " +
		"-METADATA={'a'=>'b'} " + storing},
	{"create 't', 'f', {$}", "+SPLITS=['a'] " + whole},
	{"alter 't', {NAME => 'f', $}", "+VERSIONS=3 +TTL='FOREVER' +METHOD='delete' +KEEP_DELETED_CELLS='TTL' +MIN_VERSIONS='2' -CONFIGURATION={'a'=>'b'} " + storing},
	{"alter 't', {METHOD => 'table_att', $}", whole},
	{"alter 't', $", "+delete='f' " + whole + " -REOPEN_REGIONS='false' -COPROCESSOR={CLASSNAME=>'a'} -CLASSNAME='a'"},
	{"put 't', 'r', 'f:q', 'v', {$}", writing},
	{"put 't', 'r', 'f:q', 'v', 5, {$}", writing},
	{"incr 't', 'r', 'f:q', {$}", writing},
	{"incr 't', 'r', 'f:q', 2, {$}", writing},
	{"append 't', 'r', 'f:q', 'v', {$}", writing},
	{"delete 't', 'r', 'f:q', {$}", "-VISIBILITY='A'"},
	{"delete 't', 'r', 'f:q', 5, {$}", "-VISIBILITY='A'"},
	{"deleteall 't', 'r', 'f:q', 5, {$}", "-VISIBILITY='A'"},
	{"deleteall 't', {$}", "+ROWPREFIXFILTER='a'"},
	{"deleteall 't', {ROWPREFIXFILTER => 'a', $}", "~CACHE=50"},
}

const (
	storing = "~BLOCKCACHE=true ~BLOCKSIZE=65536 ~BLOOMFILTER='ROW' ~CACHE_BLOOMS_ON_WRITE=true ~CACHE_DATA_ON_WRITE=true ~CACHE_INDEX_ON_WRITE=true ~COMPRESSION='GZ' " +
		"~COMPRESSION_COMPACT='GZ' ~COMPRESSION_COMPACT_MAJOR='GZ' ~COMPRESSION_COMPACT_MINOR='GZ' ~COMPRESS_TAGS=true ~DATA_BLOCK_ENCODING='FAST_DIFF' ~DFS_REPLICATION=1 " +
		"~ENCRYPTION='AES' ~ENCRYPTION_KEY='k' ~EVICT_BLOCKS_ON_CLOSE=true ~INDEX_BLOCK_ENCODING='NONE' ~IN_MEMORY=true ~IN_MEMORY_COMPACTION='BASIC' ~IS_MOB=true " +
		"~MOB_COMPACT_PARTITION_POLICY='daily' ~MOB_THRESHOLD=100 ~PREFETCH_BLOCKS_ON_OPEN=true ~REPLICATION_SCOPE=1 ~STORAGE_POLICY='HOT'"
	whole = "-COMPACTION_ENABLED=false -CONFIGURATION={'a'=>'b'} -DURABILITY='SKIP_WAL' -ERASURE_CODING_POLICY='XOR-2-1-1024k' -FLUSH_POLICY='a' -MAX_FILESIZE='134217728' " +
		"-MEMSTORE_FLUSHSIZE=1 -MERGE_ENABLED=false -METADATA={'a'=>'b'} -NORMALIZATION_ENABLED=true -NORMALIZER_TARGET_REGION_COUNT=3 " +
		"-NORMALIZER_TARGET_REGION_SIZE_MB=3 -NUMREGIONS=15 -OWNER='me' -PRIORITY=3 -READONLY=true -REGION_MEMSTORE_REPLICATION=true -REGION_REPLICATION=2 " +
		"-SPLITALGO='HexStringSplit' -SPLITS_FILE='splits.txt' -SPLIT_ENABLED=false -SPLIT_POLICY='a'"
	writing = "-ATTRIBUTES={'a'=>'b'} -TTL=1000 -VISIBILITY='A'"
)

// TestRealAttributes checks that each attribute of the real shell's commands is carried
// out, is reported to have no effect, or is refused by name. The console must not drop one
// or read it as something else.
func TestRealAttributes(t *testing.T) {
	tried := 0
	for _, c := range attributes {
		bare, err := Parse(strings.NewReplacer("{$}", "{}", ", $}", "}", ", $", "").Replace(c.line))
		for word := range strings.FieldsSeq(c.takes) {
			tried++
			key, value, _ := strings.Cut(word[1:], "=")
			line := strings.Replace(c.line, "$", "'"+key+"' => "+value, 1)
			switch cmd, refused := Parse(line); word[0] {
			case '+':
				if refused != nil || err == nil && fmt.Sprint(cmd) == fmt.Sprint(bare) || len(idle(line)) > 0 {
					t.Errorf("%s is not carried out: %v", line, refused)
				}
			case '~':
				if refused != nil || err == nil && fmt.Sprint(cmd) != fmt.Sprint(bare) || !slices.Equal(idle(line), []string{key}) {
					t.Errorf("%s is not without effect: %v, %v", line, idle(line), refused)
				}
			case '-':
				if e := refusal(refused); e.Code != base.CodeArgUnsupported || e.Args[1] != key {
					t.Errorf("%s is not refused by name: %v", line, refused)
				}
			}
		}
	}
	if tried < 190 {
		t.Errorf("only %d", tried)
	}
}

// TestRealForms checks that forms that the real shell refuses, or understands in an
// unexpected way, are refused with the reason.
func TestRealForms(t *testing.T) {
	for _, c := range []struct {
		line string
		code base.Code
		arg  string
	}{
		// The shell takes VERSIONS only with a column or a time, and no further argument after them.
		{"get 't', 'r', {VERSIONS => 2}", base.CodeVersionsAlone, "{TIMERANGE => [0, 9223372036854775807], VERSIONS => 2}"},
		{"get 't', 'r', VERSIONS => 2", base.CodeVersionsAlone, "{TIMERANGE => [0, 9223372036854775807], VERSIONS => 2}"},
		{"get 't', 'r', {VERSIONS => 2, FILTER => 'KeyOnlyFilter()'}", base.CodeVersionsAlone, "{TIMERANGE => [0, 9223372036854775807], VERSIONS => 2}"},
		{"get 't', 'r', 'f:q', {VERSIONS => 2}", base.CodeExtraArg, "get"},
		{"get 't', 'r', {COLUMN => 'f:q'}, 'f:r'", base.CodeExtraArg, "get"},
		{"get 't', 'r', {COLUMN => 'f:q'}, {VERSIONS => 2}", base.CodeExtraArg, "get"},
		{"get 't', 'r', {TIMERANGE => [0, 9223372036854775807], TIMESTAMP => 5}", base.CodeArgConflict, "TIMESTAMP"},
		// The methods of alter are refused by name, and not for being other than delete.
		{"alter 't', METHOD => 'table_att'", base.CodeArgUnsupported, "alter"},
		{"alter 't', {METHOD => 'table_att', NAME => 'f', VERSIONS => 3}", base.CodeArgUnsupported, "alter"},
		{"create 't', 'f', METHOD => 'table_att'", base.CodeArgUnsupported, "create"},
		{"alter 't', METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'", base.CodeArgUnsupported, "alter"},
		{"alter 't', METHOD => 'table_conf_unset', NAME => 'hbase.hregion.majorcompaction'", base.CodeArgUnsupported, "alter"},
		{"alter 't', METHOD => 'table_remove_coprocessor', CLASSNAME => 'a'", base.CodeArgUnsupported, "alter"},
		{"alter 't', METHOD => 'rename', NAME => 'f'", base.CodeBadArg, "METHOD"},
		{"create 't', {NAME => 'f', METHOD => 'delete'}", base.CodeBadArg, "METHOD"},
	} {
		_, err := Parse(c.line)
		if e := refusal(err); e.Code != c.code || len(e.Args) == 0 || e.Args[0] != c.arg {
			t.Errorf("%s: %v", c.line, err)
		}
	}
	// The command that the error suggests can be parsed.
	if cmd, err := Parse("get 't', 'r', {TIMERANGE => [0, 9223372036854775807], VERSIONS => 2}"); err != nil || cmd.(console.Lookup).Times != (console.TimeRange{}) {
		t.Errorf("%v, %v", cmd, err)
	}
}

// TestConverters prints values as Java and Ruby do.
func TestConverters(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"toBoolean", "\x00", "false"}, {"toBoolean", "\xff", "true"}, {"toBoolean", "", "!"}, {"toBoolean", "\x00\x00", "!"},
		{"toShort", "\x7f\xff", "32767"}, {"toShort", "\x80\x00more", "-32768"}, {"toShort", "a", "!"},
		{"toInt", "\x80\x00\x00\x00", "-2147483648"}, {"toInt", "abc", "!"},
		{"toLong", "\x80\x00\x00\x00\x00\x00\x00\x00", "-9223372036854775808"}, {"toLong", "1234567", "!"},
		{"toFloat", "\x3f\x80\x00\x00", "1.0"}, {"toFloat", "\x7f\x80\x00\x00", "Infinity"}, {"toFloat", "\x7f\xc0\x00\x00", "NaN"}, {"toFloat", "", "!"},
		{"toDouble", "\xff\xf0\x00\x00\x00\x00\x00\x00", "-Infinity"}, {"toDouble", "\x80\x00\x00\x00\x00\x00\x00\x00", "-0.0"},
		{"toDouble", "\x43\x41\xc3\x79\x37\xe0\x80\x00", "1.0e+16"}, {"toDouble", "\x43\x0c\x6b\xf5\x26\x34\x00\x00", "1000000000000000.0"},
		{"toDouble", "\x3f\x1a\x36\xe2\xeb\x1c\x43\x2d", "0.0001"}, {"toDouble", "\x3e\xe4\xf8\xb5\x88\xe3\x68\xf1", "1.0e-05"},
		{"toDouble", "\x7f\xef\xff\xff\xff\xff\xff\xff", "1.7976931348623157e+308"},
		{"toString", "é鍵\n\xff", "é鍵\n\uFFFD"}, {"toString", "", ""}, {"toStringBinary", "a\\\x00", `a\x5C\x00`},
	} {
		got, err := findConverter(c.name).append(nil, c.value, "r", "f:q")
		if refusal(err).Code == base.CodeUnfitValue {
			got = []byte("!")
		}
		if string(got) != c.want {
			t.Errorf("%s of %q is %s, want %s", c.name, c.value, got, c.want)
		}
	}
}
