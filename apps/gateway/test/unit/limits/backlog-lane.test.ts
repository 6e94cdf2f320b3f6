import { describe, expect, it } from 'vitest';
import { BacklogLane } from '../../../src/limits/backlog-lane.js';
import { isLowestPriority } from '../../../src/limits/priority.js';

const never = new AbortController().signal;
const bounds = { calls: 3, callsOfWorkspace: 2, bytes: 1000, ms: 150 };

describe('the backlog lane', () => {
  it('admits calls that fit at once, and the others later, in order of arrival', async () => {
    const lane = new BacklogLane(bounds);
    expect(await lane.wait('a', 1, () => true, never)).toBe('admitted');
    let free = 0;
    const taken: number[] = [];
    const wait = (index: number) => lane.wait('a', 1, () => free > 0 && taken.push(index) > 0 && free-- > 0, never);
    const both = [wait(1), wait(2)];
    free = 1;
    expect([await both[0], lane.waitingCalls]).toEqual(['admitted', 1]);
    free = 1;
    expect([await both[1], taken, lane.waitingCalls]).toEqual(['admitted', [1, 2], 0]);
  });

  it('does not let a new call overtake waiting ones', async () => {
    const lane = new BacklogLane(bounds);
    let free = false;
    const first = lane.wait('a', 1, () => free, never);
    let tried = false;
    const second = lane.wait('a', 1, () => (tried = true), never);
    expect(tried).toBe(false);
    free = true;
    expect(await Promise.all([first, second])).toEqual(['admitted', 'admitted']);
  });

  it('is limited in calls, in calls of one workspace, in bytes, and in time', async () => {
    const lane = new BacklogLane(bounds);
    const no = (): boolean => false;
    const begun = performance.now();
    const waiting = [lane.wait('a', 100, no, never), lane.wait('a', 100, no, never)];
    expect([await lane.wait('a', 1, no, never), lane.waitingCalls]).toEqual(['no-room', 2]);
    expect(await lane.wait('b', 900, no, never)).toBe('no-room');
    waiting.push(lane.wait('b', 100, no, never));
    expect(await lane.wait('c', 1, no, never)).toBe('no-room');
    expect(performance.now() - begun).toBeLessThan(100);
    expect(await Promise.all(waiting)).toEqual(['late', 'late', 'late']);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(145);
    expect(lane.waitingCalls).toBe(0);
  });

  it('forgets callers that disconnect, and releases all of them at the end', async () => {
    const lane = new BacklogLane({ ...bounds, ms: 60_000 });
    const gone = new AbortController();
    const first = lane.wait('a', 1, () => false, gone.signal);
    const second = lane.wait('b', 1, () => false, never);
    gone.abort();
    expect([await first, lane.waitingCalls]).toEqual(['late', 1]);
    lane.close();
    expect([await second, lane.waitingCalls]).toEqual(['closing', 0]);
    expect(await lane.wait('a', 1, () => false, never)).toBe('closing');
  });
});

it('Priority: only urgency 7 is the lowest (RFC 9218)', () => {
  expect(['u=7', 'u=7, i', 'i, u=7', 'i,u=7;x'].map(isLowestPriority)).toEqual([true, true, true, true]);
  expect([undefined, '', 'u=6', 'u=77', 'xu=7', 'u="7"'].map(isLowestPriority)).toEqual([false, false, false, false, false, false]);
});
