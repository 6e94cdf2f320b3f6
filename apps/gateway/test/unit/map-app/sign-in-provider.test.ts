import { expect, it } from 'vitest';
import { SignInProvider } from '../../../src/app/sign-in-provider.js';

it('asks the directory once a minute, and keeps the last answer while it is away', async () => {
  let now = 0;
  let status: number | undefined = 400;
  let calls = 0;
  const provider = new SignInProvider(
    {
      call: () => {
        calls += 1;
        return status === undefined ? Promise.reject(new Error('away')) : Promise.resolve({ status, headers: {}, body: Buffer.alloc(0) });
      },
    },
    () => now,
  );
  expect(await Promise.all([provider.isSet(), provider.isSet()])).toEqual([true, true]);
  expect(calls).toBe(1);
  status = undefined;
  now += 59_999;
  expect([await provider.isSet(), calls]).toEqual([true, 1]);
  now += 1;
  expect([await provider.isSet(), calls]).toEqual([true, 2]);
  expect([await provider.isSet(), calls]).toEqual([true, 2]);
  now += 5000;
  status = 503;
  expect([await provider.isSet(), calls]).toEqual([true, 3]);
  now += 5000;
  status = 404;
  expect([await provider.isSet(), calls]).toEqual([false, 4]);
});

it('does not wait long for a silent directory', async () => {
  const provider = new SignInProvider({ call: () => new Promise(() => undefined) });
  const startedAt = Date.now();
  expect(await provider.isSet()).toBe(false);
  expect(Date.now() - startedAt).toBeLessThan(5000);
});
