#!/usr/bin/env node
// Mirrors a workspace into SQLite: once a snapshot, then everything that changes. Kill it whenever you like and start it again.
//
//   node examples/mirror-workspace.mjs http://127.0.0.1:8080 <groupID> mirror.db      (the token comes from WAYMARK_TOKEN)
//
// It needs the scopes objects:read and feed:read, and Node 24 (node:sqlite).
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const [base, group, file] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.WAYMARK_TOKEN}` };
const feed = `/groups/${encodeURIComponent(group)}/changes?mode=state&wait=20`;
const snapshot = `/groups/${encodeURIComponent(group)}/externalObjects?snapshot=true&includeArchived=true&limit=1000`;

const database = new DatabaseSync(file, { timeout: 5000 });
database.exec(`
  create table if not exists object (externalId text primary key, revision integer not null, state text not null) strict;
  create table if not exists place (single integer primary key check (single = 1), cursor text, snapshotPage text) strict`);
// A repeated or late page changes nothing: a revision counts only when it is above the stored one.
const put = database.prepare(
  `insert into object values (?, ?, ?) on conflict do update set revision = excluded.revision, state = excluded.state
    where excluded.revision > object.revision`,
);
const drop = database.prepare('delete from object where externalId = ? and revision < ?');
const setPlace = database.prepare(
  'insert into place values (1, ?, ?) on conflict do update set cursor = excluded.cursor, snapshotPage = excluded.snapshotPage',
);

/** Stores a page and its cursor, together or not at all: so nothing is missed and nothing counted twice, wherever it is killed. */
function take(objects, cursor, snapshotPage) {
  database.exec('begin immediate');
  for (const object of objects) {
    if (object.type === 'waymark.object.erased.v1') drop.run(object.externalId, object.revision);
    else put.run(object.externalId, object.revision, JSON.stringify(object));
  }
  setPlace.run(cursor, snapshotPage);
  database.exec('commit');
}

async function read(path) {
  for (let pause = 250; ; pause = Math.min(pause * 2, 10_000)) {
    const answer = await fetch(new URL(path, base), { headers, signal: AbortSignal.timeout(60_000) }).catch((error) => ({
      status: 0,
      error,
    }));
    if (answer.status === 200) return answer.json();
    if (answer.status === 410) return undefined;
    // What is wrong with the request stays wrong; all else passes.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw new Error(`${answer.status} ${await answer.text()}`);
    await sleep(1000 * Number(answer.headers?.get('retry-after') ?? 0) || pause);
  }
}

let { cursor = null, snapshotPage = snapshot } = database.prepare('select cursor, snapshotPage from place').get() ?? {};
for (;;) {
  if (snapshotPage !== null) {
    const page = await read(snapshotPage);
    take(page.objects, page.cursor, page.next);
    [cursor, snapshotPage] = [page.cursor, page.next];
    continue;
  }
  const page = await read(`${feed}&cursor=${cursor}`);
  if (page === undefined) {
    // 410: away for longer than the feed is kept. What was erased meanwhile is in no snapshot, so it begins with nothing.
    database.exec('delete from object');
    take([], null, (snapshotPage = snapshot));
  } else take(page.changes, (cursor = page.cursor), null);
}
