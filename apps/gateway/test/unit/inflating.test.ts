import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { Admission } from '../../src/checks/admission.js';
import { readBody } from '../../src/checks/body-bytes.js';
import * as inflating from '../../src/checks/inflate.js';

const MiB = 1024 * 1024;

/** Number of running inflations, and their maximum. */
const watched = vi.hoisted(() => ({ now: 0, most: 0 }));
vi.mock('../../src/checks/inflate.js', async (original) => {
  const real = await original<typeof inflating>();
  return {
    ...real,
    inflate: async (...given: Parameters<typeof real.inflate>) => {
      watched.most = Math.max(watched.most, ++watched.now);
      try {
        return await real.inflate(...given);
      } finally {
        watched.now -= 1;
      }
    },
  };
});

const PACKED = gzipSync(Buffer.alloc(4 * MiB, ' '));
const packedCall = (): IncomingMessage =>
  Object.assign(Readable.from([PACKED]), {
    headers: { 'content-encoding': 'gzip', 'content-length': String(PACKED.length) },
  }) as unknown as IncomingMessage;

describe('bodies that inflate to 4 MiB', () => {
  it('are inflated a few at a time, and held only within the limit of bytes in flight', async () => {
    const admission = new Admission(1000, 16 * MiB);
    const calls = await Promise.allSettled(Array.from({ length: 40 }, () => readBody(packedCall(), 4 * MiB, admission.enter())));
    expect(watched.most).toBe(4);
    // Bodies that are still compressed use some of the room.
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const call of calls) if (call.status === 'rejected') expect(call.reason).toMatchObject({ type: 'overloaded' });
    expect(admission.bytesInFlight).toBeLessThanOrEqual(16 * MiB);
  });
});
