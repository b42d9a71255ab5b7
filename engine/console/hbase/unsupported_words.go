package hbase

// absent are commands of the shell of HBase 2.6, and some words of Ruby, that do not exist
// here: they have no meaning for a table in memory, or another part of the page does the
// same.
var absent = words(
	// General commands, and words of Ruby.
	"exit", "processlist", "quit", "status", "table_help", "tools", "version", "whoami",
	// Tables and namespaces.
	"alter_async", "alter_namespace", "alter_status", "change_sft", "change_sft_all", "clone_table_schema", "create_namespace", "describe_namespace",
	"disable_all", "drop_all", "drop_namespace", "enable_all", "get_table", "list_disabled_tables", "list_enabled_tables", "list_namespace",
	"list_namespace_tables", "list_regions", "list_tables_by_state", "locate_region", "show_filters", "truncate_preserve",
	// Regions and servers.
	"assign", "balance_switch", "balancer", "balancer_enabled", "catalogjanitor_enabled", "catalogjanitor_run", "catalogjanitor_switch",
	"cleaner_chore_enabled", "cleaner_chore_run", "cleaner_chore_switch", "clear_block_cache", "clear_compaction_queues", "clear_deadservers",
	"clear_slowlog_responses", "close_region", "compact_mob", "compact_rs", "compaction_state", "compaction_switch",
	"decommission_regionservers", "disable_compaction_offload", "enable_compaction_offload", "flush_master_store",
	"get_balancer_decisions", "get_balancer_rejections", "get_largelog_responses", "get_slowlog_responses", "hbck_chore_run", "hlog_roll",
	"is_in_maintenance_mode", "list_deadservers", "list_decommissioned_regionservers", "list_liveservers", "list_unknownservers",
	"major_compact_mob", "merge_region", "move", "normalize", "normalizer_enabled", "normalizer_switch",
	"recommission_regionserver", "refresh_hfiles", "refresh_meta", "regioninfo", "reopen_regions", "rit", "snapshot_cleanup_enabled",
	"snapshot_cleanup_switch", "split", "splitormerge_enabled", "splitormerge_switch", "stop_master", "stop_regionserver", "trace",
	"truncate_region", "unassign", "wal_roll", "zk_dump",
	// Replication.
	"add_peer", "append_peer_exclude_namespaces", "append_peer_exclude_tableCFs", "append_peer_namespaces", "append_peer_tableCFs",
	"disable_peer", "disable_table_replication", "enable_peer", "enable_table_replication", "get_peer_config", "list_peer_configs",
	"list_peers", "list_replicated_tables", "peer_modification_enabled", "peer_modification_switch", "remove_peer",
	"remove_peer_exclude_namespaces", "remove_peer_exclude_tableCFs", "remove_peer_namespaces", "remove_peer_tableCFs",
	"set_peer_bandwidth", "set_peer_exclude_namespaces", "set_peer_exclude_tableCFs", "set_peer_namespaces", "set_peer_replicate_all",
	"set_peer_serial", "set_peer_tableCFs", "show_peer_tableCFs", "transit_peer_sync_replication_state", "update_peer_config",
	// Snapshots and configuration.
	"clone_snapshot", "delete_all_snapshot", "delete_snapshot", "delete_table_snapshots", "list_snapshots", "list_table_snapshots",
	"restore_snapshot", "snapshot", "update_all_config", "update_config", "update_rsgroup_config",
	// Quotas, rights, procedures and labels.
	"abort_procedure", "add_labels", "clear_auths", "disable_exceed_throttle_quota", "disable_rpc_throttle", "enable_exceed_throttle_quota",
	"enable_rpc_throttle", "get_auths", "grant", "list_labels", "list_locks", "list_procedures", "list_quota_snapshots",
	"list_quota_table_sizes", "list_quotas", "list_security_capabilities", "list_snapshot_sizes", "revoke", "set_auths", "set_quota",
	"set_visibility", "user_permission",
	// Groups of servers.
	"add_rsgroup", "alter_rsgroup_config", "balance_rsgroup", "get_namespace_rsgroup", "get_rsgroup", "get_server_rsgroup",
	"get_table_rsgroup", "list_rsgroups", "move_namespaces_rsgroup", "move_servers_namespaces_rsgroup", "move_servers_rsgroup",
	"move_servers_tables_rsgroup", "move_tables_rsgroup", "remove_rsgroup", "remove_servers_rsgroup", "rename_rsgroup", "show_rsgroup_config",
)

// These are keys of hashes that the shell of HBase 2.6 knows. Those in idle… have no effect
// here, since they say how HBase stores, caches or fetches data. Those in lacks… are refused,
// since they change the stored or shown data in a way that is not supported here.
var (
	idleFamily = []string{
		"BLOCKCACHE", "BLOCKSIZE", "BLOOMFILTER", "CACHE_BLOOMS_ON_WRITE", "CACHE_DATA_ON_WRITE", "CACHE_INDEX_ON_WRITE", "COMPRESSION",
		"COMPRESSION_COMPACT", "COMPRESSION_COMPACT_MAJOR", "COMPRESSION_COMPACT_MINOR", "COMPRESS_TAGS", "DATA_BLOCK_ENCODING",
		"DFS_REPLICATION", "ENCRYPTION", "ENCRYPTION_KEY", "EVICT_BLOCKS_ON_CLOSE", "INDEX_BLOCK_ENCODING", "IN_MEMORY",
		"IN_MEMORY_COMPACTION", "IS_MOB", "MOB_COMPACT_PARTITION_POLICY", "MOB_THRESHOLD", "PREFETCH_BLOCKS_ON_OPEN", "REPLICATION_SCOPE",
		"STORAGE_POLICY",
	}
	idleRows = []string{"CACHE", "CACHE_BLOCKS", "CONSISTENCY", "ISOLATION_LEVEL", "MAX_RESULT_SIZE", "READ_TYPE"}
	idleGet  = []string{"CONSISTENCY"}

	lacksTable = []string{
		"CLASSNAME", "COMPACTION_ENABLED", "CONFIGURATION", "COPROCESSOR", "DURABILITY", "ERASURE_CODING_POLICY", "FLUSH_POLICY",
		"MAX_FILESIZE", "MEMSTORE_FLUSHSIZE", "MERGE_ENABLED", "METADATA", "NEW_VERSION_BEHAVIOR",
		"NORMALIZATION_ENABLED", "NORMALIZER_TARGET_REGION_COUNT", "NORMALIZER_TARGET_REGION_SIZE", "NORMALIZER_TARGET_REGION_SIZE_MB",
		"NUMREGIONS", "OWNER", "PRIORITY", "READONLY", "REGION_MEMSTORE_REPLICATION", "REGION_REPLICATION", "REOPEN_REGIONS", "SPLITALGO",
		"SPLITS_FILE", "SPLIT_ENABLED", "SPLIT_POLICY",
	}
	lacksMethods = []string{"table_att_unset", "table_conf_unset", "table_remove_coprocessor"}

	lacksGet   = []string{"ATTRIBUTES", "AUTHORIZATIONS", "MAXLENGTH", "REGION_REPLICA_ID"}
	lacksRows  = append([]string{"ALLOW_PARTIAL_RESULTS", "ALL_METRICS", "BATCH", "METRICS"}, lacksGet...)
	lacksWrite = []string{"ATTRIBUTES", "TTL", "VISIBILITY"}
)

// ofTable is the METHOD with which older scripts change the attributes of a table.
const ofTable = "table_att"

// words returns a set of words.
func words(list ...string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, w := range list {
		set[w] = true
	}
	return set
}
