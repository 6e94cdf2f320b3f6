import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LineQueue } from '#stack/backup/line-queue.js';

const LINE = Buffer.alloc(1024 * 1024, 'x');

describe('lines of several writers', () => {
  it('are all read, though each writer has to wait now and then', async () => {
    const queue = new LineQueue();
    const write = async () => {
      for (let n = 0; n < 20; n++) await queue.put(LINE);
    };
    let bytes = 0;
    for await (const piece of queue.drain(Promise.all([write(), write(), write(), write()]).then(() => undefined))) {
      bytes += piece.length;
      await sleep(1);
    }
    expect(bytes).toBe(80 * LINE.length);
  });

  it('block no writer once their reader has ended, and end with the error of a writer', async () => {
    const queue = new LineQueue();
    const write = async () => {
      for (let n = 0; n < 40; n++) await queue.put(LINE);
    };
    const written = Promise.all([write(), write()]).then(() => undefined);
    for await (const _ of queue.drain(written)) break;
    await written;
    await expect(async () => {
      for await (const _ of new LineQueue().drain(Promise.reject(new Error('the broker went away'))));
    }).rejects.toThrow('the broker went away');
  });
});
