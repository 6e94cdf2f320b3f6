import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { RECORD_CONTRACTS } from '#contracts/schemas/json-schemas.js';
import { Requests } from '../../../bench/load/bodies.js';
import { HttpConnection } from '../../../bench/load/http-connection.js';
import type { LoadJob } from '../../../bench/load/job.js';
import { costOf } from '../../../bench/measure/process-costs.js';
import { median, percentile } from '../../../bench/measure/statistics.js';
import { markdownReport } from '../../../bench/report/markdown.js';

const job: LoadJob = {
  url: 'http://127.0.0.1:8080',
  token: 'abc',
  workspace: 'bench',
  connections: 1,
  elementsPerCall: 100,
  objects: 250,
  mode: 'async',
};

describe('the load', () => {
  it('is made of valid elements, and goes round all objects', () => {
    const command = RECORD_CONTRACTS.find(({ topic }) => topic === 'object.commands')!.schema as {
      properties: { elements: { items: { prefixItems: [unknown, { anyOf: [object] }] } } };
    };
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
      type: 'array',
      items: command.properties.elements.items.prefixItems[1].anyOf[0],
    });
    const requests = new Requests(job);
    const ids = new Set<string>();
    for (let call = 0; call < 10; call++) {
      const [head, body] = requests.next().split('\r\n\r\n') as [string, string];
      const elements = JSON.parse(body) as { externalId: string }[];
      expect(validate(elements), JSON.stringify(validate.errors)).toBe(true);
      expect(elements).toHaveLength(100);
      expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
      expect(head).toContain('Prefer: respond-async');
      for (const { externalId } of elements) ids.add(externalId);
    }
    expect(ids.size).toBe(250);
  });

  it('goes through a connection that takes answers in any pieces', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const body = `answer to ${request.url}`;
        response.writeHead(202, { 'content-length': Buffer.byteLength(body) });
        response.write(body.slice(0, 4));
        setTimeout(() => response.end(body.slice(4)), 5);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = await HttpConnection.open(url);
    const requests = new Requests({ ...job, url });
    for (let call = 0; call < 3; call++) {
      const { status, body } = await connection.call(requests.next());
      expect([status, body.toString()]).toEqual([202, 'answer to /groups/bench/externalObjects']);
    }
    const pending = connection.call(requests.next());
    server.closeAllConnections();
    await expect(pending).rejects.toThrow();
    connection.close();
    server.close();
  });
});

describe('the figures', () => {
  it('are nearest ranks', () => {
    expect(percentile([1, 2, 3, 4], 0.5)).toBe(2);
    expect(percentile([1, 2, 3, 4], 0.99)).toBe(4);
    expect(percentile([], 0.5)).toBe(0);
    expect(median([9, 1, 5])).toBe(5);
  });

  it('of a process count its CPU and memory, of a family also its children', { timeout: 30_000 }, async () => {
    const parent = spawn('sh', ['-c', 'sh -c "while :; do :; done" & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const child = Number(String((await once(parent.stdout, 'data'))[0]));
    try {
      const cost = (family: boolean) => costOf({ name: 'sh', pid: parent.pid!, family });
      // Polled, since the child may get little of a busy machine.
      await expect.poll(() => cost(true).cpuMicros, { timeout: 20_000 }).toBeGreaterThan(100_000);
      expect(cost(false).cpuMicros).toBeLessThan(100_000);
      expect(cost(true).rssMiB).toBeGreaterThan(0);
    } finally {
      process.kill(child, 'SIGKILL');
      parent.kill('SIGKILL');
    }
    expect(costOf({ name: 'gone', pid: 2 ** 22 + 1, family: false })).toEqual({ cpuMicros: 0, rssMiB: 0 });
  });

  it('are judged in the direction of their unit', () => {
    const row = (id: string, unit: 'ms' | 'elements/s', value: number) => ({
      id,
      what: id,
      unit,
      must: 10,
      aim: unit === 'ms' ? 5 : 20,
      runs: [{ value }],
    });
    const report = markdownReport({
      at: '2026-11-21T08:00:00.000Z',
      commit: 'c',
      machine: 'm',
      seconds: 1,
      runs: 1,
      objects: 1,
      rows: [row('slow', 'ms', 11), row('quick', 'ms', 4), row('few', 'elements/s', 9), row('enough', 'elements/s', 12)],
    });
    const reached = (id: string): string =>
      report
        .split('\n')
        .find((text) => text.startsWith(`| ${id} `))!
        .split(' | ')
        .at(-1)!;
    expect(['slow', 'quick', 'few', 'enough'].map(reached)).toEqual(['**no** |', 'aim |', '**no** |', 'yes |']);
  });
});
