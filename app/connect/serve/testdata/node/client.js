// Drives a server with the Node client, and prints what came of it as JSON, which
// node_test.go compares. BIGTABLE_EMULATOR_HOST says where the server is; the argument,
// how many rows to stream.
'use strict';

const {Bigtable} = require('@google-cloud/bigtable');

async function main(rows) {
  const bigtable = new Bigtable({projectId: 'p'});
  const instance = bigtable.instance('i');
  const table = instance.table('t');
  const said = {};
  await instance.createTable('t', {families: [{name: 'f', rule: {versions: 2}}, {name: 'g'}], splits: [Buffer.from('m')]});
  const [families] = await table.getFamilies();
  said.families = families.map(f => f.id).sort();

  const cell = (value, timestamp) => ({value, timestamp});
  await table.insert([
    {key: 'a#1', data: {f: {q: cell('one', 1000), r: cell('x', 1000)}, g: {q: cell('1', 1000)}}},
    {key: 'a#2', data: {f: {q: cell('two', 1000)}}},
    {key: 'b#1', data: {f: {q: cell('three', 1000)}}},
  ]);
  const keys = async options => (await table.getRows(options))[0].map(r => r.id);
  said.all = await keys({});
  said.prefix = await keys({prefix: 'a#'});
  said.filtered = await keys({filter: [{column: 'q'}, {value: /t.*/}]});
  said.limited = await keys({ranges: [{start: 'a#2'}], limit: 1});
  const [row] = await table.row('a#1').get();
  said.row = Object.keys(row.data).sort().map(f => f + ':' + Object.keys(row.data[f]).sort());

  await table.row('a#2').increment('f:n', 5);
  await table.row('a#2').increment('f:n', 3);
  said.counted = (await table.row('a#2').get(['f:n']))[0].f.n[0].value;
  const [matched] = await table.row('a#2').filter({column: 'q'}, {onMatch: [{method: 'insert', data: {f: {then: cell('y', 1000)}}}]});
  said.matched = matched;
  said.then = (await table.row('a#2').get(['f:then']))[0].f.then.map(c => c.value);
  said.samples = (await table.sampleRowKeys())[0].map(s => s.key.toString());

  try {
    await table.insert([{key: 'a#3', data: {f: {q: 'fine'}}}, {key: 'a#4', data: {none: {q: 'bad'}}}]);
  } catch (e) {
    said.refused = e.errors.map(x => x.code);
  }
  await table.deleteRows('a#');
  said.left = await keys({});

  for (let from = 0; from < rows; from += 10000) {
    const batch = [];
    for (let n = from; n < Math.min(from + 10000, rows); n++) {
      batch.push({key: 'row' + String(n).padStart(6, '0'), data: {f: {q: cell('v', 1000)}}});
    }
    await table.insert(batch);
  }
  let streamed = 0;
  for await (const r of table.createReadStream({prefix: 'row'})) {
    if (r.id !== 'row' + String(streamed).padStart(6, '0')) throw new Error('row ' + streamed + ' is ' + r.id);
    streamed++;
  }
  said.streamed = streamed;
  await table.delete();
  said.admin = await administer(bigtable);
  console.log(JSON.stringify(said));
}

// administer makes, changes and deletes an instance, its clusters and profiles, as programs do
// before and after their tests.
async function administer(bigtable) {
  const instance = bigtable.instance('made');
  const there = async () => (await instance.exists())[0];
  const done = async ([, operation]) => operation.promise();
  const said = {before: await there()};
  await done(await instance.create({displayName: 'first', labels: {a: 'b'}, clusters: ['c1', 'c2'].map(id => ({id, location: 'z-' + id, nodes: 2}))}));
  await instance.setMetadata({displayName: 'second'});
  const [{displayName, labels}] = await instance.getMetadata();
  said.instance = {displayName, labels, there: await there()};

  const cluster = instance.cluster('c3');
  const is = async () => {
    const [c] = await cluster.getMetadata();
    return {nodes: c.serveNodes, limits: c.clusterConfig && c.clusterConfig.clusterAutoscalingConfig.autoscalingLimits};
  };
  await done(await cluster.create({location: 'z-c3', minServeNodes: 2, maxServeNodes: 4, cpuUtilizationPercent: 50}));
  said.scaled = await is();
  await (await cluster.setMetadata({nodes: 5}))[0].promise();
  const manual = await is();
  said.manual = {nodes: manual.nodes, scales: Boolean(manual.limits)};
  await cluster.delete();
  said.clusters = (await instance.getClusters())[0].map(c => c.id).sort();
  said.noCluster = (await cluster.exists())[0];

  const profile = instance.appProfile('mine');
  await profile.create({routing: new Set([instance.cluster('c1'), instance.cluster('c2')]), ignoreWarnings: true});
  said.many = (await profile.getMetadata())[0].multiClusterRoutingUseAny.clusterIds.sort();
  await profile.setMetadata({routing: instance.cluster('c2'), allowTransactionalWrites: true, description: 'one'});
  const [{description, singleClusterRouting}] = await profile.getMetadata();
  said.one = {description, singleClusterRouting};
  said.profiles = (await instance.getAppProfiles())[0].map(p => p.id).sort();
  await profile.delete({ignoreWarnings: true});
  said.noProfile = (await profile.exists())[0];

  const table = instance.table('t');
  await table.create();
  said.replicated = [...(await table.getReplicationStates())[0].keys()].sort();
  said.consistent = (await table.waitForReplication())[0];
  for (const of of [instance, table]) {
    const [policy] = await of.getIamPolicy();
    await of.setIamPolicy(policy);
  }
  said.may = (await instance.testIamPermissions(['bigtable.tables.get', 'bigtable.tables.readRows']))[0];
  await instance.delete();
  said.after = await there();
  return said;
}

main(Number(process.argv[2])).catch(e => {
  console.error(e);
  process.exit(1);
});
