import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { uninterrupted } from '../../src/moving/uninterrupted.js';

it.each(['SIGINT', 'SIGTERM'] as const)(
  'finishes the work before %s ends the process, and a second one ends it at once',
  async (signal) => {
    const ended: string[] = [];
    const kill = vi.spyOn(process, 'kill').mockImplementation((_pid, name) => {
      ended.push(String(name));
      return true;
    });
    const before = process.listenerCount(signal);
    try {
      for (const times of [0, 1, 2]) {
        const codes: number[] = [];
        ended.length = 0;
        await uninterrupted(
          async () => {
            for (let time = 0; time < times; time++) process.emit(signal, signal);
            expect(ended).toEqual(times === 2 ? [signal] : []);
            await sleep(5);
          },
          () => codes.push(times),
        );
        expect([codes.length, ended[0]]).toEqual(times === 0 ? [0, undefined] : [1, signal]);
        expect(process.listenerCount(signal)).toBe(before);
      }
    } finally {
      kill.mockRestore();
    }
  },
);
