import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { definitionAsSeen, FieldDraft } from '../../src/administration/fields/field-draft.js';
import { curlLine, quoted } from '../../src/administration/tokens/curl-line.js';
import { daysOf, monthsUntil, shareOf } from '../../src/administration/usage/sums.js';
import { WebhookDraft } from '../../src/administration/webhooks/webhook-draft.js';
import { listOf, numberOf, textOf } from '../../src/forms/typed.js';

describe('a line for a shell', () => {
  it('is one word, whatever is in it', () => {
    for (const text of ["it's", '$HOME `id` "x"', "'; rm -rf /; '", 'a\nb', '\\'])
      expect(execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })).toBe(text);
  });

  it('tries what the token may do', () => {
    const line = (scopes: string[]): string => curlLine({ origin: 'https://w.example', workspace: "o'hara", token: 'eyJ.a.b', scopes });
    expect(line(['objects:read', 'objects:write'])).toContain('-d ');
    expect(line(['objects:read'])).toBe(
      `curl -s 'https://w.example/groups/o'\\''hara/externalObjects?limit=5' -H 'Authorization: Bearer eyJ.a.b'`,
    );
    expect(line(['feed:read'])).toContain('/auth/me');
  });
});

describe('sums of usage', () => {
  it('has each day of the month, and adds up several rows of a day', () => {
    const days = daysOf('2028-02', [
      { from: '2028-02-29T00:00:00Z', succeeded: 2, refused: 1 },
      { from: '2028-02-29T00:00:00Z', succeeded: 3, elements: 9 },
      { from: '2028-03-01T00:00:00Z', succeeded: 7 },
    ]);
    expect(days).toHaveLength(29);
    expect(days.at(-1)).toEqual({ day: '2028-02-29', succeeded: 5, refused: 1, failed: 0, elements: 9 });
    expect(days[0]!.succeeded).toBe(0);
  });

  it('goes back over the turn of a year', () => expect(monthsUntil('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12']));

  it('is a share between nothing and all', () => expect([shareOf(5, 10), shareOf(20, 10), shareOf(0, 0)]).toEqual([0.5, 1, 1]));
});

describe('typed text', () => {
  it('is left out when it is empty, and sent unchanged when it is not a number', () => {
    expect([numberOf(' '), numberOf('1,5'), numberOf('-3'), numberOf('many')]).toEqual([undefined, 1.5, -3, 'many']);
    expect([textOf('  '), textOf(' a ')]).toEqual([undefined, 'a']);
    expect([listOf(' , '), listOf('a, b\nc')]).toEqual([undefined, ['a', 'b', 'c']]);
  });

  it('makes a definition from sightings, and keeps members that it does not show', () => {
    expect(definitionAsSeen({ types: { Category: 0, Number: 5, String: 1 }, categories: [] })).toEqual({ type: 'Number' });
    const seen = definitionAsSeen({
      types: { Category: 2, Number: 0, String: 0 },
      categories: ['loading', 'driving', 'idle', 'parked'].map((categoryName) => ({ namespace: 'work', categoryName })),
    });
    expect(seen.categories!.map(({ categoryName }) => categoryName)).toEqual(['loading', 'driving', 'idle', 'parked']);
    const draft = new FieldDraft('state', {
      type: 'Category',
      categories: [
        { namespace: 'n', categoryName: 'a', color: '#ff0000' },
        { namespace: 'n', categoryName: 'b' },
      ],
      unit: 'km',
    });
    draft.moveCategory(1, -1);
    draft.moveCategory(0, -1);
    expect(draft.definition().categories!.map(({ categoryName, color }) => [categoryName, color])).toEqual([
      ['b', undefined],
      ['a', '#ff0000'],
    ]);
    expect(draft.definition()).not.toHaveProperty('unit');
  });

  it('makes a filter only from filled inputs', () => {
    const draft = new WebhookDraft({ url: ' https://a.example ' });
    expect(draft.settings()).toMatchObject({ url: 'https://a.example', filter: undefined });
    draft.lists.types.value = 'crane, truck';
    draft.bbox.value = '1, 2, 3, 4';
    expect(JSON.parse(JSON.stringify(draft.settings().filter))).toEqual({ types: ['crane', 'truck'], bbox: [1, 2, 3, 4] });
  });
});
