import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FewAtOnce } from '../../src/administration/areas/few-at-once.js';

it('Of many calls only a few run at once, in their order; one that fails, or is no longer wanted, holds nothing up', async () => {
  const queue = new FewAtOnce(4);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const leaving = new AbortController();
  const calls = Array.from({ length: 50 }, (_, n) =>
    queue.run(
      async () => {
        begun.push(n);
        most = Math.max(most, ++running);
        await sleep(n % 3);
        running--;
        if (n % 10 === 0) throw new Error(`call ${n}`);
        return n;
      },
      n >= 40 ? leaving.signal : undefined,
    ),
  );
  leaving.abort(new Error('left'));
  const results = await Promise.allSettled(calls);
  expect(most).toBe(4);
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason as Error).message))).toEqual(
    Array.from({ length: 50 }, (_, n) => (n >= 40 ? 'left' : n % 10 === 0 ? `call ${n}` : n)),
  );
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next');
});
