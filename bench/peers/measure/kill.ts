import { setTimeout as sleep } from 'node:timers/promises';
import { VARIANTS, variantOf } from '../../load/fleet.js';
import type { WriteResult } from '../load/write-job.js';
import type { RunningPeer, Way } from '../peer.js';
import { boxOf } from './boxes.js';

/** Time of the load before the kill, at least and at most. */
const LOAD_MS = 5_000;
const MAX_LOAD_MS = 60_000;
/** So many calls of each connection are answered before the kill, on average: a server that has just started is slow. */
const CALLS = 2;
/** The load ends by itself if the kill does not end it. */
const OVERTIME_MS = 20_000;
const POLL_MS = 100;
const ANSWER_TIMEOUT_MS = 180_000;
/** What is not readable then counts as lost. */
const COMPLETE_TIMEOUT_MS = 30_000;

/** The cost of a kill -9 of all processes under load. */
export interface KillFigures {
  /** Number of elements that were acknowledged before the kill. */
  acknowledged: number;
  /** Number of objects with an acknowledged element. */
  objects: number;
  /** From the start of the restart until a box query is answered. */
  answersMs: number;
  /** From the start of the restart until the acknowledged values are readable; undefined if some are lost. */
  completeMs?: number;
  /** Number of objects whose newest value is missing or older than the acknowledged one. */
  lost: number;
}

export async function measureKill(peer: RunningPeer, { target, connections, elementsPerCall, newest }: Way): Promise<KillFigures> {
  let acknowledged = 0;
  const writing = peer.writes.write(
    target,
    { connections, elementsPerCall, durationMs: MAX_LOAD_MS + OVERTIME_MS },
    { mayFail: true, onProgress: (progress) => (acknowledged = progress) },
  );
  const loadedAt = performance.now();
  const isLoaded = (milliseconds: number): boolean =>
    milliseconds > MAX_LOAD_MS || (milliseconds > LOAD_MS && acknowledged >= CALLS * connections * elementsPerCall);
  while (!isLoaded(performance.now() - loadedAt)) await sleep(POLL_MS);
  await peer.kill();
  const written = await writing;
  if (written.errors.length === 0) throw new Error('The kill did not end the load.');
  const startedAt = performance.now();
  await peer.restart();
  await untilAnswered(peer);
  const answersMs = performance.now() - startedAt;
  const deadline = performance.now() + COMPLETE_TIMEOUT_MS;
  for (;;) {
    const readAt = performance.now();
    const lost = countLost(written, await newest());
    if (lost === 0 || readAt > deadline) {
      const objects = written.acknowledgedRounds.filter((round) => round >= 0).length;
      return { acknowledged: written.acknowledged, objects, answersMs, lost, ...(lost === 0 && { completeMs: readAt - startedAt }) };
    }
    await sleep(POLL_MS);
  }
}

async function untilAnswered(peer: RunningPeer): Promise<void> {
  const deadline = performance.now() + ANSWER_TIMEOUT_MS;
  for (let call = 0; ; call++) {
    const found = await answer(peer, call).catch(() => 0);
    if (found > 0) return;
    if (performance.now() > deadline) throw new Error(`No box query was answered ${ANSWER_TIMEOUT_MS / 1000} s after the restart.`);
    await sleep(POLL_MS);
  }
}

async function answer(peer: RunningPeer, call: number): Promise<number> {
  const reader = await peer.openBoxReader();
  try {
    return await reader.read(boxOf(call, peer.writes.objects));
  } finally {
    reader.close();
  }
}

/** Number of objects whose value is neither the last acknowledged one nor a later one that was sent. */
export function countLost(
  { acknowledgedRounds, sentRounds }: Pick<WriteResult, 'acknowledgedRounds' | 'sentRounds'>,
  newest: ReadonlyMap<number, number>,
): number {
  return acknowledgedRounds.filter((round, number) => {
    if (round < 0) return false;
    const variant = newest.get(number);
    if (variant === undefined) return true;
    const later = (variant - variantOf(number, round) + VARIANTS) % VARIANTS;
    return later > sentRounds[number]! - round;
  }).length;
}
