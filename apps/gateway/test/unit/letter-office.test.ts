import { describe, expect, it } from 'vitest';
import type { DeadLetter, DeadLetterDesk } from '#kafka/dead-letters/dead-letter-desk.js';
import { AccessLog } from '../../src/access/access-log.js';
import { BegunChanges } from '../../src/access/begun-changes.js';
import { LetterOffice } from '../../src/administration/letter-office.js';

const MiB = 1024 * 1024;
const letter = (offset: number, size = 1): DeadLetter => ({
  offset,
  reason: 'r',
  time: 't',
  source: { topic: 'object.commands', partition: 0, offset: 0 },
  key: null,
  size,
});

/** An office with one desk that records its calls. */
function officeOf(letters: DeadLetter[], list = async () => letters) {
  const done: [string, readonly number[]][] = [];
  const desk = {
    list,
    replay: async (offsets: readonly number[]) => void done.push(['replay', offsets]),
    drop: async (offsets: readonly number[]) => void done.push(['drop', offsets]),
  };
  return { office: new LetterOffice(new Map([['commands', desk as unknown as DeadLetterDesk]])), done };
}

const noNote = async (): Promise<void> => undefined;

describe('the office of dead letters', () => {
  it('changes nothing unless the audit line could be written first', async () => {
    const log = new AccessLog({
      topic: 'access.events',
      partitions: 1,
      gateway: 'g',
      maxLines: 0,
      onDropped: () => undefined,
      logger: undefined as never,
    });
    log.start({ send: () => Promise.reject(new Error('away')) });
    const begun = new BegunChanges(log);
    const note = (letters: readonly string[]) =>
      begun.note({ caller: { subject: 's', tokenId: 't' } as never, id: 'r', ip: '::1' }, 'dropDeadLetter', letters.join(', '));
    const { office, done } = officeOf([letter(1)]);
    const name = { source: 'commands', offset: 1 };
    for (const change of [
      office.settle('drop', name, note),
      office.settle('replay', name, note),
      office.replayAll('commands', Infinity, note),
    ]) {
      await expect(change).rejects.toMatchObject({ type: 'unavailable', detail: expect.stringContaining('Nothing was changed') as string });
    }
    expect(done).toEqual([]);
    await log.close();
  });

  it.each([
    ['200 letters', Array.from({ length: 250 }, (_, offset) => letter(offset)), 200],
    ['32 MiB', Array.from({ length: 10 }, (_, offset) => letter(offset, 6 * MiB)), 5],
    ['one letter, however large', [letter(0, 40 * MiB), letter(1)], 1],
  ])('replays at most %s a call', async (_what, letters, replayed) => {
    const { office, done } = officeOf(letters);
    expect(await office.replayAll('commands', Infinity, noNote)).toEqual({ source: 'commands', replayed, left: letters.length - replayed });
    expect(done).toEqual([['replay', letters.slice(0, replayed).map(({ offset }) => offset)]]);
  });

  it('lets one call at a time read, a few wait, and refuses the rest', async () => {
    let reading = 0;
    let most = 0;
    const { office } = officeOf([], async () => {
      most = Math.max(most, ++reading);
      await new Promise((resolve) => setTimeout(resolve, 5));
      reading -= 1;
      return [];
    });
    const calls = await Promise.allSettled(
      Array.from({ length: 12 }, () => office.list({ limit: 1, source: undefined, after: undefined })),
    );
    expect([most, calls.filter(({ status }) => status === 'rejected').length]).toEqual([1, 4]);
    expect((await office.list({ limit: 1 })).letters).toEqual([]);
  });

  it('reports that the broker is away, without its error text', async () => {
    const { office } = officeOf([], () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1')));
    await expect(office.list({ limit: 1 })).rejects.toMatchObject({
      type: 'unavailable',
      detail: expect.not.stringContaining('10.0.0.1') as string,
    });
  });
});
