// Drives a server with the Node client, and prints what came of it as JSON, which
// node_test.go compares. BIGTABLE_EMULATOR_HOST says where the server is; the argument,
// how many rows to stream.
'use strict';

const {Bigtable} = require('@google-cloud/bigtable');

async function main(rows) {
  const instance = new Bigtable({projectId: 'p'}).instance('i');
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
  console.log(JSON.stringify(said));
}

main(Number(process.argv[2])).catch(e => {
  console.error(e);
  process.exit(1);
});
