import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHostLookup, type HostLookup } from '../../src/network/host-lookup.js';
import { hostsOf } from '../../src/network/hosts-file.js';

const A = 1;
const WITHIN_MS = 1000;
let server: Socket;
let lookup: HostLookup;
const queries: string[] = [];

/**
 * A DNS server (RFC 1035): ignores names that begin with `hang`; names with `one` have an A record, and names with `six` an AAAA record.
 */
beforeAll(async () => {
  server = createSocket('udp4', (query, from) => {
    const end = query.indexOf(0, 12);
    const name = query.toString('latin1', 13, 13 + query[12]!);
    const type = query.readUInt16BE(end + 1);
    queries.push(name);
    if (name.startsWith('hang')) return;
    const record =
      type === A
        ? name.startsWith('one')
          ? [93, 184, 215, 14]
          : undefined
        : name.startsWith('six')
          ? [0x20, 1, ...new Array<number>(13).fill(0), 1]
          : undefined;
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, record === undefined ? 0 : 1, 0, 0, 0, 0]);
    const answer = record === undefined ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, record.length, ...record];
    server.send(Buffer.concat([head, query.subarray(12, end + 5), Buffer.from(answer)]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  lookup = createHostLookup({
    withinMs: WITHIN_MS,
    servers: [`127.0.0.1:${server.address().port}`],
    hosts: hostsOf('10.0.0.7 yard yard.example # ours\nnothing here\n::1 localhost'),
  });
});
afterAll(() => void server.close());

describe('a host that is looked up', () => {
  it('is found by its records of either kind', async () => {
    expect(await Promise.all(['one.example', 'six.example', 'none.example'].map((name) => lookup(name)))).toEqual([
      [{ address: '93.184.215.14', family: 4 }],
      [{ address: '2001::1', family: 6 }],
      [],
    ]);
  });

  it(
    'is not delayed by many names whose servers do not answer, nor is other work that needs a thread; ' + 'those lookups time out',
    async () => {
      const order: string[] = [];
      const hanging = Promise.all(
        Array.from({ length: 16 }, (_, n) => lookup(`hang${n}.example`).then((found) => (order.push('given up'), found))),
      );
      expect(await lookup('one-more.example')).toHaveLength(1);
      await stat('.');
      order.push('found');
      expect(await hanging).toEqual(new Array(16).fill([]));
      expect(order[0]).toBe('found');
    },
  );

  it('uses the names of the machine, where that is allowed, without a query', async () => {
    expect(await Promise.all(['Yard.example', 'localhost'].map((name) => lookup(name)))).toEqual([
      [{ address: '10.0.0.7', family: 4 }],
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ]);
    expect(queries.filter((name) => /yard|localhost/i.test(name))).toEqual([]);
  });
});
