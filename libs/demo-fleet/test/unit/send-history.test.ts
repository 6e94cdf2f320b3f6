import { describe, expect, it } from 'vitest';
import type { FleetReport } from '#demo-fleet/report.js';
import { type HistorySender, sendHistory } from '#demo-fleet/send-history.js';

class Refusal extends Error {
  constructor(readonly retryAfterMs: number | undefined) {
    super('refused');
  }
}

const batches: FleetReport[][] = ['a', 'b', 'c'].map((externalId) => [{ externalId, locationUpdate: { newPosition: { lat: 1, lon: 2 } } }]);

/** Sends the batches. @returns the calls in order, and the thrown error */
async function sent(
  post: (call: number) => void,
  signal = new AbortController().signal,
): Promise<{ calls: [number, string][]; thrown: unknown }> {
  const calls: [number, string][] = [];
  const sender: HistorySender = {
    post: async (batch, number) => {
      calls.push([number, batch[0]!.externalId]);
      post(calls.length);
    },
    retryAfterMs: (error) => (error as Refusal).retryAfterMs,
    signal,
    pauseMs: 0,
  };
  const thrown: unknown = await sendHistory(batches, sender).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { calls, thrown };
}

describe('sending a history', () => {
  it('posts one batch after the other, and a refused one again under the same number', async () => {
    const { calls, thrown } = await sent((call) => {
      if (call === 2 || call === 3) throw new Refusal(1);
    });
    expect(thrown).toBeUndefined();
    expect(calls).toEqual([
      [0, 'a'],
      [1, 'b'],
      [1, 'b'],
      [1, 'b'],
      [2, 'c'],
    ]);
  });

  it('gives up when waiting does not help, is of no use, or takes too long', async () => {
    const refuse = (retryAfterMs: number | undefined) => (): void => {
      throw new Refusal(retryAfterMs);
    };
    for (const [retryAfterMs, tries] of [
      [1, 5],
      [undefined, 1],
      [3_600_000, 1],
    ] as const) {
      const { calls, thrown } = await sent(refuse(retryAfterMs));
      expect(thrown).toBeInstanceOf(Refusal);
      expect(calls).toHaveLength(tries);
    }
  });

  it('ends at once when it is stopped, also while it waits', async () => {
    const ending = new AbortController();
    const { calls, thrown } = await sent(() => {
      setTimeout(() => ending.abort(), 5);
      throw new Refusal(50_000);
    }, ending.signal);
    expect([calls.length, thrown]).toEqual([1, undefined]);
  });
});
