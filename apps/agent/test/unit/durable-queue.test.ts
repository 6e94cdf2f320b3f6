import { closeSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DurableQueue } from '../../src/queue/durable-queue.js';
import { FolderTakenError } from '../../src/queue/folder-lock.js';
import { AgentFolder, element, elements, handover, ids, MiB } from './agent-folder.js';

let folder: AgentFolder;
beforeEach(() => (folder = new AgentFolder()));
afterEach(() => folder.remove());

/** All waiting elements, settled call by call. Live elements can become backlog meanwhile, so it ends when both lanes are empty. */
async function drain(queue: DurableQueue): Promise<string[]> {
  const seen: string[] = [];
  for (const call of queue.openCalls()) {
    seen.push(...ids(call.elements));
    await queue.settle(call);
  }
  const next = async () => (await queue.take('backlog', 1000, MiB)) ?? (await queue.take('live', 1000, MiB));
  for (let call = await next(); call !== undefined; call = await next()) {
    seen.push(...ids(call.elements));
    await queue.settle(call);
  }
  return seen;
}

const total = (queue: DurableQueue, name: string): number =>
  queue
    .counters()
    .filter((row) => row.name === name)
    .reduce((sum, { value }) => sum + value, 0);

describe('a handover', () => {
  it('is there after a restart, in order, with the place and the counters', async () => {
    const queue = folder.open();
    await Promise.all([
      queue.put({ ...handover(...elements(3)), place: { line: 3 } }),
      queue.put({ ...handover(element('x')), quarantined: [{ reason: 'no-id', detail: 'none', document: { a: 1 } }], place: { line: 5 } }),
    ]);
    queue.close();
    const again = folder.open();
    expect(again.place('hub')).toEqual({ line: 5 });
    expect(again.status().waiting).toBe(4);
    expect([total(again, 'received'), total(again, 'queued'), total(again, 'quarantined')]).toEqual([5, 4, 1]);
    expect(again.messagesKeptApart(10)).toMatchObject([{ reason: 'no-id', document: '{"a":1}' }]);
    expect(await drain(again)).toEqual(['e0', 'e1', 'e2', 'x']);
    expect(total(again, 'sent')).toBe(4);
  });

  it('shares transactions: a thousand handovers at once need few waits for the disk', async () => {
    const queue = folder.open();
    const startedAt = performance.now();
    await Promise.all(elements(2000).map((each) => queue.put(handover(each))));
    // With a separate wait for each, this would take minutes on the slowest disk.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(queue.status().waiting).toBe(2000);
  });

  it('is refused rather than lost when the queue closes', async () => {
    const queue = folder.open();
    queue.close();
    await expect(queue.put(handover(element('late')))).rejects.toThrow('The queue is closed');
  });
});

describe('calls', () => {
  it('keep their key and elements over a restart until their outcome is known', async () => {
    const queue = folder.open();
    await queue.put(handover(...elements(5)));
    const call = (await queue.take('live', 3, MiB))!;
    queue.close();
    const again = folder.open();
    const [known] = again.openCalls();
    expect([known!.key, ids(known!.elements)]).toEqual([call.key, ['e0', 'e1', 'e2']]);
    expect(known!.elements.map(({ body }) => body)).toEqual(call.elements.map(({ body }) => body));
    expect(ids((await again.take('backlog', 10, MiB))!.elements)).toEqual(['e3', 'e4']);
  });

  it('treat elements from before this start as backlog, new ones as live, and take none twice', async () => {
    const queue = folder.open();
    await queue.put(handover(element('old')));
    queue.close();
    const again = folder.open();
    await again.put(handover(element('new')));
    expect(ids((await again.take('live', 10, MiB))!.elements)).toEqual(['new']);
    expect(await again.take('live', 10, MiB)).toBeUndefined();
    expect(ids((await again.take('backlog', 10, MiB))!.elements)).toEqual(['old']);
    expect(await again.take('backlog', 10, MiB)).toBeUndefined();
  });

  it('turn elements that waited longer than the live window into backlog', async () => {
    const queue = folder.open({}, { liveMs: 50 });
    await queue.put(handover(element('waits')));
    await expect.poll(() => queue.liveWaiting, { timeout: 10_000 }).toBe(0);
    expect(await queue.take('live', 10, MiB)).toBeUndefined();
    expect(ids((await queue.take('backlog', 10, MiB))!.elements)).toEqual(['waits']);
  });

  it(
    'take the newest when more is live than one call can deliver in time; skipped elements are backlog, ' + 'and none is left out',
    async () => {
      const queue = folder.open({}, { lateMs: 50 });
      await queue.put(handover(...elements(30)));
      expect(ids((await queue.take('live', 10, MiB))!.elements)).toEqual(elements(10).map(({ externalId }) => externalId));
      await sleep(150);
      await queue.put(handover(...elements(5, 'new')));
      expect(ids((await queue.take('live', 10, MiB))!.elements)).toEqual([
        'e25',
        'e26',
        'e27',
        'e28',
        'e29',
        'new0',
        'new1',
        'new2',
        'new3',
        'new4',
      ]);
      expect(queue.liveWaiting).toBe(0);
      expect(ids((await queue.take('backlog', 100, MiB))!.elements)).toEqual(
        elements(25)
          .slice(10)
          .map(({ externalId }) => externalId),
      );
      expect(queue.idle).toBe(0);
    },
  );

  it('deliver late elements in order when one call takes them all', async () => {
    const queue = folder.open({}, { lateMs: 50 });
    await queue.put(handover(...elements(5)));
    await sleep(150);
    await queue.put(handover(...elements(5, 'new')));
    expect(ids((await queue.take('live', 10, MiB))!.elements)).toEqual(
      [...elements(5), ...elements(5, 'new')].map(({ externalId }) => externalId),
    );
  });

  it('store refused elements with the reason, and let them be sent again', async () => {
    const queue = folder.open();
    await queue.put(handover(...elements(3)));
    const call = (await queue.take('live', 10, MiB))!;
    await queue.settle(call, { rejected: [{ index: 1, code: 'invalid', detail: 'It is.', pointer: '/externalId' }] });
    const [refused] = queue.refused(10);
    expect(refused).toMatchObject({ source: 'hub', code: 'invalid', detail: 'It is.', pointer: '/externalId' });
    expect([total(queue, 'sent'), total(queue, 'refused'), queue.status().waiting]).toEqual([2, 1, 0]);
    expect(await queue.sendRefusedAgain([refused!.id])).toBe(1);
    expect(await drain(queue)).toEqual(['e1']);
  });

  it('stay within the byte limit of a body', async () => {
    const queue = folder.open();
    await queue.put(handover(...elements(100)));
    const call = (await queue.take('live', 1000, 2000))!;
    expect(call.elements.length).toBeGreaterThan(1);
    expect(Buffer.byteLength(`[${call.elements.map(({ body }) => body).join(',')}]`)).toBeLessThanOrEqual(2001);
  });
});

describe('held elements', () => {
  it('replace the ones held for the object before, and are released by the next start', async () => {
    const queue = folder.open();
    await queue.put({ ...handover(), held: [{ externalId: 'a', elements: [element('a', 1)] }] });
    await queue.put({
      ...handover(),
      held: [
        { externalId: 'a', elements: [element('a', 2)] },
        { externalId: 'b', elements: [element('b', 1)] },
      ],
    });
    await queue.put({ ...handover(), held: [{ externalId: 'b', elements: [] }] });
    queue.close();
    const again = folder.open();
    const call = (await again.take('backlog', 10, MiB))!;
    expect(call.elements.map(({ body }) => JSON.parse(body) as unknown)).toEqual([element('a', 2)]);
  });
});

describe('one agent per folder', () => {
  it('reports the conflict to a second one', () => {
    folder.open();
    expect(() => folder.open()).toThrow(FolderTakenError);
  });
});

describe('the bound', () => {
  const big = (id: string, kilobytes = 200) =>
    element(id, 0, { fieldValues: [{ type: 'String', field: 'text', value: 'x'.repeat(kilobytes * 1024) }] });

  it('makes handovers wait, and accepts them when there is room', async () => {
    const queue = folder.open({ maxBytes: 16 * MiB }, { lateMs: Infinity });
    let stored = 0;
    const puts = Array.from({ length: 60 }, (_, at) => queue.put(handover(big(`b${at}`))).then(() => (stored += 1)));
    await expect.poll(() => queue.status().state, { timeout: 15_000 }).toBe('full');
    expect(stored).toBeLessThan(60);
    expect(queue.status().bytesOnDisk).toBeLessThanOrEqual(16 * MiB);
    const seen: string[] = [];
    while (seen.length < 60) {
      const call = (await queue.take('backlog', 5, MiB)) ?? (await queue.take('live', 5, MiB));
      if (call === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      seen.push(...ids(call.elements));
      await queue.settle(call);
      expect(queue.status().bytesOnDisk).toBeLessThanOrEqual(16 * MiB);
    }
    await Promise.all(puts);
    expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => `b${at}`));
    expect(queue.status().state).toBe('fine');
    expect(total(queue, 'dropped')).toBe(0);
  });

  it('drops the oldest if that is the policy, and counts them', async () => {
    const queue = folder.open({ maxBytes: 16 * MiB, whenFull: 'drop-oldest' });
    for (let at = 0; at < 120; at++) await queue.put(handover(big(`b${at}`)));
    expect(queue.status().bytesOnDisk).toBeLessThanOrEqual(16 * MiB);
    const left = queue.status().waiting;
    expect(left).toBeGreaterThan(10);
    expect(total(queue, 'dropped')).toBe(120 - left);
    const seen = await drain(queue);
    expect(seen.at(-1)).toBe('b119');
    expect(seen).toHaveLength(left);
  });

  it('returns pages when a backlog is gone', async () => {
    const queue = folder.open();
    for (let at = 0; at < 20; at++) await queue.put(handover(...elements(2000, `${at}-`)));
    expect(queue.status().bytesOnDisk).toBeGreaterThan(5 * MiB);
    await drain(queue);
    await expect.poll(() => queue.status().bytesOnDisk, { timeout: 20_000 }).toBeLessThan(2 * MiB);
  });
});

describe('a damaged file', () => {
  /** Fills a queue and closes it, so that all data is in the main file. */
  async function filled(count: number): Promise<string> {
    const queue = folder.open();
    for (let from = 0; from < count; from += 1000) await queue.put(handover(...elements(1000, `${from / 1000}-`)));
    queue.close();
    return join(folder.path, 'queue.db');
  }
  const aside = (): string[] => readdirSync(folder.path).filter((name) => name.startsWith('unreadable-') && name.endsWith('.db'));

  it('is set aside, and its readable part is used', async () => {
    const file = await filled(20_000);
    const { size } = statSync(file);
    const descriptor = openSync(file, 'r+');
    for (const part of [0.3, 0.5, 0.7]) writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor((size * part) / 4096) * 4096);
    closeSync(descriptor);
    const damaged = readFileSync(file);
    const queue = folder.open();
    expect(aside()).toHaveLength(1);
    expect(readFileSync(join(folder.path, aside()[0]!)).equals(damaged)).toBe(true);
    const seen = await drain(queue);
    // Three pages of about twenty elements each.
    expect(seen.length).toBeGreaterThan(19_500);
    expect(seen.length).toBeLessThan(20_000);
    expect(new Set(seen).size).toBe(seen.length);
    expect(total(queue, 'damaged')).toBeGreaterThan(0);
    queue.close();
    expect(folder.open().status().waiting).toBe(0);
    expect(aside()).toHaveLength(1);
  });

  it('of garbage is set aside, and the agent starts', async () => {
    const file = await filled(1000);
    writeFileSync(file, Buffer.alloc(64 * 1024, 'garbage'));
    const queue = folder.open();
    expect(aside()).toHaveLength(1);
    expect([queue.status().waiting, total(queue, 'damaged') > 0]).toEqual([0, true]);
    await queue.put(handover(element('goes-on')));
    expect(await drain(queue)).toEqual(['goes-on']);
  });

  it('that was truncated keeps the rest', async () => {
    const file = await filled(20_000);
    truncateSync(file, Math.floor(statSync(file).size * 0.9));
    const seen = await drain(folder.open());
    expect(seen.length).toBeGreaterThan(15_000);
    expect(seen[0]).toBe('0-0');
  });
});
