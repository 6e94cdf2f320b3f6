import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARK_FIELD } from '#testing/oracle/judge-calls.js';
import type { RunningService } from '#testing/running-service.js';
import { readAnswer } from '#testing/simulator/answers.js';
import type { World } from './world.js';

export interface ProbeAnswer {
  status: number;
  milliseconds: number;
  headers: Headers;
}

const workspace = 'north';

/** Makes one call in addition to the load, and measures the time it takes; the call is part of the judged history. */
export async function postOnce(world: World, externalId: string, idempotencyKey?: string): Promise<ProbeAnswer> {
  const position = { lat: 1, lon: 2 };
  const fields = [{ type: 'String', field: MARK_FIELD, value: `probe-${randomUUID()}` }];
  const began = performance.now();
  const response = await fetch(`${world.api.url}/groups/${workspace}/externalObjects`, {
    method: 'POST',
    headers: {
      ...world.api.headers(workspace),
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify([{ externalId, locationUpdate: { newPosition: position }, fieldValues: fields }]),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await response.text();
  const answeredAt = performance.now();
  world.note({
    name: `probe ${externalId}`,
    workspace,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    sentAt: began,
    answeredAt,
    status: response.status,
    commands: [{ index: 0, externalId, kind: 'update', position, fields }],
    ...readAnswer(response.status, response.headers.get('location'), text, 1),
  });
  return { status: response.status, milliseconds: answeredAt - began, headers: response.headers };
}

/** Reads the list and the feed through the gateway. */
export async function readOnce(world: World): Promise<ProbeAnswer[]> {
  return Promise.all(
    ['externalObjects?limit=1', 'changes?cursor=earliest&limit=1'].map(async (path) => {
      const began = performance.now();
      const response = await fetch(`${world.api.url}/groups/${workspace}/${path}`, {
        headers: world.api.headers(workspace),
        signal: AbortSignal.timeout(40_000),
      });
      await response.text();
      return { status: response.status, milliseconds: performance.now() - began, headers: response.headers };
    }),
  );
}

export async function residentBytes(service: RunningService): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = /^process_resident_memory_bytes(?:\{.*\})? (\S+)/m.exec(text);
  if (!found) throw new Error(`${service.service} does not say its resident memory.`);
  return Number(found[1]);
}

/**
 * The longest time that a service took for a trivial answer while the work was done: the delay that the machine adds to every answer.
 * @param live address of its `/health/live`
 * @returns milliseconds
 */
export async function slownessWhile(live: string, work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let done = false;
  const watching = (async () => {
    while (!done) {
      const began = performance.now();
      await fetch(live);
      longest = Math.max(longest, performance.now() - began);
      await sleep(20);
    }
  })();
  await work().finally(() => (done = true));
  await watching;
  return longest;
}
