import { describe, expect, it } from 'vitest';
import { objectId, objectNumber, sampleOf, variantAt, VARIANTS, variantOf } from '../../../bench/load/fleet.js';
import { boxOf } from '../../../bench/peers/measure/boxes.js';
import { countLost } from '../../../bench/peers/measure/kill.js';
import { encodeCommand, RespReader } from '../../../bench/peers/tile38/resp.js';

describe('the Redis protocol', () => {
  it('encodes a command', () => {
    expect(encodeCommand(['SET', 'fleet', 'bench-1'])).toBe('*3\r\n$3\r\nSET\r\n$5\r\nfleet\r\n$7\r\nbench-1\r\n');
  });

  it('reads replies of all kinds, in pieces of any size', () => {
    const bytes = Buffer.from(
      '+OK\r\n:7\r\n$-1\r\n*2\r\n:0\r\n*1\r\n*2\r\n$7\r\nbench-1\r\n*2\r\n$4\r\n53.4\r\n$5\r\n-2.99\r\n-ERR no\r\n$2\r\nä\r\n',
    );
    const wanted = ['OK', 7, null, [0, [['bench-1', ['53.4', '-2.99']]]], new Error('ERR no'), 'ä'];
    for (let size = 1; size <= bytes.length; size++) {
      const reader = new RespReader();
      const replies = [];
      for (let at = 0; at < bytes.length; at += size) replies.push(...reader.push(bytes.subarray(at, at + size)));
      expect(replies).toEqual(wanted);
    }
  });
});

describe('the fleet of the peers', () => {
  it('is recognised by its ids and latitudes', () => {
    for (let variant = 0; variant < VARIANTS; variant++) expect(variantAt(sampleOf(variant).lat)).toBe(variant);
    expect(objectNumber(objectId(417))).toBe(417);
  });

  it('has about 100 objects in each box, in every round', () => {
    for (const round of [0, 1, 700]) {
      const places = Array.from({ length: 10_000 }, (_, number) => sampleOf(variantOf(number, round)));
      for (let call = 0; call < 50; call++) {
        const { south, west, north, east } = boxOf(call, places.length);
        const inBox = places.filter(({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east);
        expect(inBox.length).toBeGreaterThanOrEqual(90);
        expect(inBox.length).toBeLessThanOrEqual(110);
      }
    }
  });
});

describe('after a kill', () => {
  const rounds = { acknowledgedRounds: [2, 2, -1, 2, 1023], sentRounds: [3, 2, 2, 2, 1024] };
  const all = (changed: [number, number][]): Map<number, number> =>
    new Map(
      [...rounds.acknowledgedRounds.entries()]
        .map(([number, round]): [number, number] => [number, variantOf(number, round)])
        .concat(changed),
    );

  it('counts nothing as lost that has the acknowledged value or a later one that was sent', () => {
    expect(countLost(rounds, all([]))).toBe(0);
    expect(
      countLost(
        rounds,
        all([
          [0, variantOf(0, 3)],
          [4, variantOf(4, 1024)],
        ]),
      ),
    ).toBe(0);
  });

  it('counts older, unknown and missing values of acknowledged objects', () => {
    expect(countLost(rounds, all([[0, variantOf(0, 1)]]))).toBe(1);
    expect(countLost(rounds, all([[1, variantOf(1, 3)]]))).toBe(1);
    expect(countLost(rounds, new Map())).toBe(4);
  });
});
