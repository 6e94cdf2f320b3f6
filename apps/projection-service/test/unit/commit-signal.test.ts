import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { areaSlotOf, CommitSignal, everySlot, slotOf } from '../../src/storage/commits/commit-signal.js';

const never = new AbortController().signal;

/** Which of two waiting readers was woken, one of everything and one of areas only. */
async function woken(act: (signal: CommitSignal) => void): Promise<string[]> {
  const signal = new CommitSignal();
  const awake: string[] = [];
  for (const wokenBy of ['any', 'areas'] as const)
    void signal.changed('w', signal.version('w', wokenBy), 60_000, never, wokenBy).then(() => awake.push(wokenBy));
  act(signal);
  await sleep(0);
  signal.close();
  return awake.sort();
}

describe('a reader that waits for a commit', () => {
  it('with only area events is not woken by changes of objects', async () => {
    expect(await woken((signal) => signal.wakeSlots([slotOf('w')]))).toEqual(['any']);
  });

  it('is woken by events of areas, whatever else it reads', async () => {
    expect(await woken((signal) => signal.wakeSlots([areaSlotOf('w')]))).toEqual(['any', 'areas']);
  });

  it('is woken when commits may have been missed, and by a projection that takes over', async () => {
    expect(await woken((signal) => signal.wakeAll())).toEqual(['any', 'areas']);
    expect(await woken((signal) => signal.wakeSlots(everySlot()))).toEqual(['any', 'areas']);
    // A notification of Postgres is shorter than 8000 bytes.
    expect(everySlot().join(',').length).toBeLessThan(8000);
  });

  it('is not woken for another workspace, nor by an invalid slot', async () => {
    expect(await woken((signal) => signal.wakeSlots([areaSlotOf('other'), -1, Number.NaN, 2 * everySlot().length]))).toEqual([]);
  });

  it('does not wait if the commit came before', async () => {
    const signal = new CommitSignal();
    const before = signal.version('w', 'areas');
    signal.wakeSlots([areaSlotOf('w')]);
    await signal.changed('w', before, 60_000, never, 'areas');
  });
});
