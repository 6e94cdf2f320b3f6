import { describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { staleRules } from '../../src/erasing/stale-rules.js';

const now = Date.parse('2026-11-21T12:00:00.000Z');

function copyOf(status: string, more: { hold?: boolean } = {}): DirectoryCopy {
  const copy = new DirectoryCopy();
  copy.apply({
    key: 'workspace:w',
    revision: 1,
    body: { id: 'w', name: 'w', formerNames: [], status, plan: 'p', createdAt: '2020-01-01T00:00:00.000Z' },
  });
  copy.apply({
    key: 'retention:w',
    revision: 2,
    body: {
      workspace: 'w',
      eraseAfterDays: 10,
      types: [
        { type: 'crane', eraseAfterDays: 1 },
        { type: 'lorry', historyDays: 5 },
      ],
    },
  });
  if (more.hold) copy.apply({ key: 'hold:w', revision: 3, body: { workspace: 'w', reason: 'r', by: 'b', since: '' } });
  return copy;
}

describe('silent objects', () => {
  it('go by the days of their type, else of their workspace', () => {
    expect(staleRules(copyOf('active'), now)).toEqual([
      { workspace: 'w', type: null, before: '2026-11-11T12:00:00.000Z' },
      { workspace: 'w', type: 'crane', before: '2026-11-20T12:00:00.000Z' },
    ]);
    expect(staleRules(copyOf('suspended'), now)).toHaveLength(2);
  });

  it('stay while their workspace is under a legal hold, and are left to its removal while it is deleted', () => {
    const held = copyOf('active', { hold: true });
    expect(staleRules(held, now)).toEqual([]);
    held.apply({ key: 'hold:w', revision: 4, body: undefined });
    expect(staleRules(held, now)).toHaveLength(2);
    expect(staleRules(copyOf('deleting'), now)).toEqual([]);
  });
});
