import type { SentLine } from '#omlox-hub/sent-log.js';
import type { WrittenRow } from './scale-file.js';

/** A row of the history with a position; `at` in milliseconds since 1970. */
export interface KeptPosition {
  readonly id: string;
  readonly at: number;
  readonly lat?: number;
  readonly lon?: number;
}

export interface SiteEvidence {
  readonly sent: readonly SentLine[];
  readonly written: readonly WrittenRow[];
  readonly kept: readonly KeptPosition[];
  /** When the newest state of each object was observed, according to the service. */
  readonly newest: ReadonlyMap<string, number>;
  /** When the agent or the hub was killed. */
  readonly cuts: readonly number[];
  readonly hub: string;
  readonly scale: string;
}

export interface SiteVerdict {
  readonly findings: readonly string[];
  readonly positions: number;
  /** Positions of a hub that were on their way when it or the agent was killed. */
  readonly lostInCuts: number;
}

/** The longest time that data is on its way from a hub to the agent's disk. */
const ON_ITS_WAY_MS = 1_500;
const NEAR_DEGREES = 1e-6;

/**
 * Compares what a site sent with what the service stored, independently of how either works. Every row of the files and
 * every position of the hub must be stored once, with its own time and place (positions sent at the moment of a kill may
 * be missing, as nothing acknowledges them); nothing that was never sent may be stored; the newest state must be the
 * newest position.
 */
export function judgeSite({ sent, written, kept, newest, cuts, hub, scale }: SiteEvidence): SiteVerdict {
  const findings: string[] = [];
  const keptBy = new Map<string, KeptPosition[]>();
  for (const position of kept) keptBy.set(keyOf(position), [...(keptBy.get(keyOf(position)) ?? []), position]);
  const expected = new Map<string, { lat?: number; lon?: number }>();
  let lostInCuts = 0;
  const expectOne = (id: string, at: number, where: { lat?: number; lon?: number }, mayBeLost: boolean): void => {
    const key = keyOf({ id, at });
    if (expected.has(key)) return;
    expected.set(key, where);
    const found = keptBy.get(key) ?? [];
    if (found.length === 0 && mayBeLost) lostInCuts += 1;
    else if (found.length !== 1) findings.push(`${id} at ${new Date(at).toISOString()} is there ${found.length} times`);
    else if (where.lat !== undefined && !(near(found[0]!.lat, where.lat) && near(found[0]!.lon, where.lon)))
      findings.push(
        `${id} at ${new Date(at).toISOString()} is at ${found[0]!.lat}, ${found[0]!.lon} instead of ${where.lat}, ${where.lon}`,
      );
  };
  for (const { id, at, lat, lon } of written) expectOne(`${scale}:${id}`, at, { lat, lon }, false);
  const emitted = new Set<string>();
  const unread = neverRead(sent);
  for (const line of sent) {
    if (line.kind !== 'sent' && line.kind !== 'unheard' && line.kind !== 'merged' && line.kind !== 'dropped') continue;
    const id = `omlox:${hub}:${line.thing}`;
    emitted.add(keyOf({ id, at: line.at }));
    if (line.kind === 'sent')
      expectOne(id, line.at, line, unread.has(line) || cuts.some((cut) => line.at > cut - ON_ITS_WAY_MS && line.at <= cut + ON_ITS_WAY_MS));
  }
  // A snapshot may have positions that no socket got, and a kill may cut off the log line that says a position was sent:
  // both have the hub's own times.
  for (const key of keptBy.keys()) {
    const [id, at] = JSON.parse(key) as [string, number];
    if (!expected.has(key) && !emitted.has(key) && !(id.startsWith('omlox:') && cuts.some((cut) => Math.abs(at - cut) < ON_ITS_WAY_MS)))
      findings.push(`${id} at ${new Date(at).toISOString()} was never sent`);
  }
  for (const [id, at] of lastOf(kept))
    if (newest.get(id) !== at) findings.push(`${id} stands at ${newest.get(id)}, and its newest report is of ${at}`);
  return { findings, positions: expected.size, lostInCuts };
}

/**
 * Positions sent on a socket after the last one that its reader is known to have read, when the socket ended: a hub that was killed
 * starts again at socket 1.
 */
function neverRead(sent: readonly SentLine[]): Set<SentLine> {
  const unread = new Set<SentLine>();
  const open = new Map<number, SentLine[]>();
  const end = (socket: number): void => {
    for (const line of open.get(socket) ?? []) unread.add(line);
    open.delete(socket);
  };
  for (const line of sent) {
    if (line.kind === 'opened') {
      // The hub was killed, and the next one counts from 1 again.
      if (line.socket === 1) for (const socket of [...open.keys()]) end(socket);
      open.set(line.socket, []);
    } else if (line.kind === 'sent') open.get(line.socket)?.push(line);
    else if (line.kind === 'read')
      open.set(
        line.socket,
        (open.get(line.socket) ?? []).filter((each) => each.kind === 'sent' && each.number > line.number),
      );
    else if (line.kind === 'closed') end(line.socket);
  }
  for (const socket of [...open.keys()]) end(socket);
  return unread;
}

const keyOf = ({ id, at }: { id: string; at: number }): string => JSON.stringify([id, at]);
const near = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) < NEAR_DEGREES;

function lastOf(kept: readonly KeptPosition[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { id, at } of kept) last.set(id, Math.max(at, last.get(id) ?? 0));
  return last;
}
