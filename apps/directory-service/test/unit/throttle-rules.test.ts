import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/access/login/client-network.js';
import { delayAfter } from '../../src/access/login/throttle-delay.js';

it('the wait begins after the free attempts, doubles, and ends at the longest', () => {
  const rule = { free: 3, firstDelayMs: 1000, longestDelayMs: 10_000 };
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 1000].map((failures) => delayAfter(failures, rule))).toEqual([
    0, 0, 0, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000,
  ]);
});

describe('the network that counts as one client', () => {
  it.each([
    [undefined, 'inside'],
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
  ])('%s: %s', (address, network) => expect(networkOf(address)).toBe(network));
});
