import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { overdueIn, shortHistories } from '../../src/erasing/history-of-plans.js';
import { DAY_MS, pieceEnd, pieceName, pieceOf } from '../../src/tables/time-partitions.js';

const history = { table: 'history', widthDays: 7, retentionDays: 90 } as const;
const now = Date.parse('2026-11-21T12:00:00.000Z');
const longAgo = '2020-01-01T00:00:00.000Z';

describe('history that a plan does not keep', () => {
  it('is that of workspaces whose plan keeps less than the installation', () => {
    const copy = new DirectoryCopy();
    const plan = (name: string, historyDays: number | null): void => copy.apply({ key: `plan:${name}`, revision: 1, body: { name, limits: { ...UNLIMITED, historyDays } } });
    plan('short', 7);
    plan('same', 90);
    plan('long', 900);
    plan('none', null);
    for (const name of ['short', 'same', 'long', 'none', 'unknown']) copy.apply({ key: `workspace:${name}`, revision: 1, body: { id: name, name, formerNames: [], status: 'active', plan: name, createdAt: longAgo } });
    expect(shortHistories(copy, 90)).toEqual([{ workspace: 'short', createdAt: longAgo, days: 7 }]);
  });

  it('goes with a piece that is wholly too old, and from none that is younger than the workspace', () => {
    const end = now - 7 * DAY_MS;
    expect(overdueIn(end, [{ workspace: 'a', createdAt: longAgo, days: 7 }, { workspace: 'b', createdAt: longAgo, days: 8 }], now)).toEqual(['a']);
    expect(overdueIn(end + 1, [{ workspace: 'a', createdAt: longAgo, days: 7 }], now)).toEqual([]);
    expect(overdueIn(end, [{ workspace: 'new', createdAt: '2026-11-20T00:00:00.000Z', days: 7 }], now)).toEqual([]);
  });

  it('knows the end of a piece by its name', () => {
    const piece = pieceOf(history, now);
    const end = pieceEnd(history, pieceName(history, piece));
    expect([pieceOf(history, end - 1), pieceOf(history, end)]).toEqual([piece, piece + 1]);
  });
});
