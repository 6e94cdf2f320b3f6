import { describe, expect, it } from 'vitest';
import { lossesBetween } from '../../src/administration/retention/losses.js';
import { RetentionDraft } from '../../src/administration/retention/retention-draft.js';

describe('data that changed rules delete', () => {
  it('is nothing where as much or more is kept', () => {
    expect(
      lossesBetween(
        { historyDays: 30, types: [{ type: 'crane', eraseAfterDays: 10 }] },
        { historyDays: 31, types: [{ type: 'crane', eraseAfterDays: 10 }] },
        90,
      ),
    ).toEqual([]);
    expect(lossesBetween({ historyDays: 30 }, {}, 90)).toEqual([]);
    // The plan does not keep more in any case.
    expect(lossesBetween({}, { historyDays: 90 }, 90)).toEqual([]);
  });

  it('is stated once for all, and for a type only if its end differs', () => {
    expect(
      lossesBetween(
        {},
        {
          historyDays: 30,
          eraseAfterDays: 365,
          types: [
            { type: 'crane', historyDays: 7 },
            { type: 'truck', historyDays: 30 },
          ],
        },
        null,
      ),
    ).toEqual([
      { what: 'history', type: undefined, days: 30 },
      { what: 'history', type: 'crane', days: 7 },
      { what: 'objects', type: undefined, days: 365 },
    ]);
  });

  it('includes data of a type that loses its longer rule', () => {
    expect(lossesBetween({ historyDays: 7, types: [{ type: 'crane', historyDays: 60 }] }, { historyDays: 7 }, null)).toEqual([
      { what: 'history', type: 'crane', days: 7 },
    ]);
  });

  it('ignores a text that is no number: the server reports the fault', () => {
    expect(lossesBetween({ historyDays: 30 }, { historyDays: 'many' as unknown as number }, 90)).toEqual([]);
  });
});

it('rules are sent as typed, without empty inputs', () => {
  const draft = new RetentionDraft({
    workspace: 'a',
    historyDays: 30,
    types: [{ type: 'crane', eraseAfterDays: 400 }],
    planHistoryDays: null,
  });
  draft.addType();
  draft.removeType(draft.types.peek()[1]!.key);
  draft.types.peek()[0]!.type.value = ' lift ';
  expect(JSON.parse(JSON.stringify(draft.rules()))).toEqual({ historyDays: 30, types: [{ type: 'lift', eraseAfterDays: 400 }] });
});
