import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { Random } from '#testing/workload/random.js';
import { overdueIn, shortestDays, shortHistories, type ShortHistory } from '../../src/history/pieces/history-of-plans.js';
import { DAY_MS, pieceEnd, pieceName, pieceOf } from '../../src/storage/time-partitions.js';

const history = { table: 'history', widthDays: 7, retentionDays: 90 } as const;
const now = Date.parse('2026-11-21T12:00:00.000Z');
const longAgo = '2020-01-01T00:00:00.000Z';

describe('history beyond the retention of a plan', () => {
  it('applies to workspaces whose plan keeps less than the installation', () => {
    const copy = new DirectoryCopy();
    const plan = (name: string, historyDays: number | null): void =>
      copy.apply({ key: `plan:${name}`, revision: 1, body: { name, limits: { ...UNLIMITED, historyDays } } });
    plan('short', 7);
    plan('same', 90);
    plan('long', 900);
    plan('none', null);
    for (const name of ['short', 'same', 'long', 'none', 'unknown'])
      copy.apply({
        key: `workspace:${name}`,
        revision: 1,
        body: { id: name, name, formerNames: [], status: 'active', plan: name, createdAt: longAgo },
      });
    expect(shortHistories(copy, 90)).toEqual([{ workspace: 'short', createdAt: longAgo, days: 7, ofTypes: [] }]);
  });

  it('covers pieces that are entirely too old, but none younger than the workspace', () => {
    const end = now - 7 * DAY_MS;
    const short = (workspace: string, days: number, createdAt = longAgo): ShortHistory => ({ workspace, createdAt, days, ofTypes: [] });
    expect(overdueIn(end, [short('a', 7), short('b', 8)], now)).toEqual({ all: ['a'], butOf: [], ofTypes: [] });
    expect(overdueIn(end + 1, [short('a', 7)], now)).toBeUndefined();
    expect(overdueIn(end, [short('new', 7, '2026-11-20T00:00:00.000Z')], now)).toBeUndefined();
  });

  it('is that of the type, else the workspace, else the plan, but never more than the plan or the installation', () => {
    const random = new Random(17);
    const maybe = (): number | undefined => (random.chance(0.4) ? undefined : random.integer(1, 120));
    const seen = new Set<string>();
    for (let round = 0; round < 3000; round++) {
      const copy = new DirectoryCopy();
      const [plan, own, crane, lorry, age] = [maybe(), maybe(), maybe(), maybe(), random.integer(0, 130)];
      copy.apply({ key: 'plan:p', revision: 1, body: { name: 'p', limits: { ...UNLIMITED, historyDays: plan ?? null } } });
      copy.apply({
        key: 'workspace:w',
        revision: 1,
        body: { id: 'w', name: 'w', formerNames: [], status: 'active', plan: 'p', createdAt: longAgo },
      });
      copy.apply({
        key: 'retention:w',
        revision: 1,
        body: {
          workspace: 'w',
          historyDays: own,
          types: [
            { type: 'crane', historyDays: crane },
            { type: 'lorry', historyDays: lorry, eraseAfterDays: 3 },
          ],
        },
      });
      const short = shortHistories(copy, 90);
      const overdue = overdueIn(now - age * DAY_MS, short, now);
      const goes = (type: string | undefined): boolean => {
        if (overdue === undefined) return false;
        const named = (pairs: { type: string }[]): boolean => pairs.some((each) => each.type === type);
        return overdue.all.includes('w') ? !named(overdue.butOf) : named(overdue.ofTypes);
      };
      for (const [type, ofType] of [
        ['crane', crane],
        ['lorry', lorry],
        ['van', undefined],
        [undefined, undefined],
      ] as const) {
        const days = Math.min(ofType ?? own ?? 9999, plan ?? 9999, 90);
        // The installation's own retention drops whole pieces.
        const expected = age >= days && short.length > 0;
        expect(goes(type), JSON.stringify({ plan, own, crane, lorry, age, type })).toBe(expected);
        if (short[0]) expect(shortestDays(short[0])).toBeLessThanOrEqual(days);
        seen.add(`${expected} ${ofType === undefined}`);
      }
    }
    expect(seen.size).toBe(4);
  });

  it('derives the end of a piece from its name', () => {
    const piece = pieceOf(history, now);
    const end = pieceEnd(history, pieceName(history, piece));
    expect([pieceOf(history, end - 1), pieceOf(history, end)]).toEqual([piece, piece + 1]);
  });
});
