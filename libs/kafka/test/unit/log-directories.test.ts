import { expect, it } from 'vitest';
import { readAnswer } from '../../src/topics/log-directories.js';

const int64 = (value: bigint): number[] => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return [...bytes];
};
const directory = (error: number, total: bigint, usable: bigint): number[] => [
  0,
  error,
  3,
  0x2f,
  0x61,
  1,
  ...int64(total),
  ...int64(usable),
  0,
];
/** Correlation id, no tags, no throttling, an error code, an array of directories, no tags. */
const answer = (error: number, ...directories: number[][]): Buffer =>
  Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, error, directories.length + 1, ...directories.flat(), 0]);

it('the sizes of disks are read out of an answer of Kafka', () => {
  expect(readAnswer(answer(0, directory(0, 1000n, 100n), directory(0, 5_000_000_000n, 4_000_000_000n)))).toEqual([
    { totalBytes: 1000, usableBytes: 100 },
    { totalBytes: 5_000_000_000, usableBytes: 4_000_000_000 },
  ]);
});

it.each([
  ['an error', answer(35), /error 35/],
  ['a folder that is lost', answer(0, directory(56, 0n, 0n)), /error 56/],
  ['an answer that is cut short', answer(0, directory(0, 1000n, 100n)).subarray(0, 30), /out of range|outside/],
  ['an answer to something else', Buffer.from([0, 0, 0, 2, 0]), /something else/],
])('%s is no size', (_what, bytes, message) => {
  expect(() => readAnswer(bytes)).toThrow(message);
});
