/** Version of the tables below; a folder with another version is left untouched. */
export const SCHEMA_VERSION = 1;

/** All tables have an ascending rowid, so that one salvage method works for all. */
export const TABLES = {
  element: ['sequence', 'source', 'received', 'body'],
  call: ['id', 'key', 'lane', 'first_tried', 'members'],
  refused: ['id', 'source', 'at', 'code', 'detail', 'pointer', 'body'],
  kept: ['id', 'source', 'at', 'reason', 'detail', 'document', 'reading'],
  held: ['id', 'source', 'external_id', 'received', 'body'],
  place: ['id', 'source', 'place'],
  counter: ['id', 'name', 'source', 'reason', 'value'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type Table = keyof typeof TABLES;

/** Sequences are never reused (`autoincrement`), because cursors in memory rely on that. */
export const SCHEMA = `
create table if not exists element (sequence integer primary key autoincrement, source text not null,
received integer not null, body text not null);
create table if not exists call (id integer primary key autoincrement, key text not null, lane text not null,
first_tried integer not null, members text not null);
create table if not exists refused (id integer primary key autoincrement, source text not null, at integer not null,
code text not null, detail text not null, pointer text, body text not null);
create table if not exists kept (id integer primary key autoincrement, source text not null, at integer not null,
reason text not null, detail text not null, document text not null, reading text);
create table if not exists held (id integer primary key autoincrement, source text not null, external_id text not null,
received integer not null, body text not null);
create index if not exists held_of_object on held (source, external_id);
create table if not exists place (id integer primary key, source text not null unique, place text not null);
create table if not exists counter (id integer primary key, name text not null, source text not null, reason text not null,
value integer not null, unique (name, source, reason));
`;
