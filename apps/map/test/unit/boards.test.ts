import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filtersOf } from '../../src/dashboards/filter-bar.js';
import { changeOf, combined } from '../../src/dashboards/measures.js';
import { fileNameOf } from '../../src/dashboards/tile-file-name.js';
import { csvRows } from '../../src/files/csv.js';
import { bodyOf, chosenWith, EMPTY_DRAFT, faultsOf, resultsShown, shareOf } from '../../src/polls/poll.js';
import { framedAddress, linkStateOf } from '../../src/sharing/share-link.js';
import { addressOf, stateOf } from '../../src/views/saved-view.js';

/** Parses CSV (RFC 4180). */
const parsed = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
};

describe('CSV of a tile', () => {
  it('comes back unchanged, except for an apostrophe before text that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)))), (rows) => {
        const back = parsed(csvRows([['a', 'b'], ...rows])).slice(1);
        expect(back).toEqual(
          rows.map((row) =>
            row.map((value) => (typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value ?? ''))),
          ),
        );
      }),
    );
  });

  it('keeps negative numbers numbers, and guards formulas in quotes too', () => {
    expect(csvRows([['v'], [-3], ['=HYPERLINK("x","y")'], ['a,b']])).toBe('v\r\n-3\r\n"\'=HYPERLINK(""x"",""y"")"\r\n"a,b"\r\n');
    expect(fileNameOf('../Größe: "x"')).toBe('Größe-x.csv');
    expect(fileNameOf('···')).toBe('waymark.csv');
  });
});

describe('measures of several rows', () => {
  it('are weighed, extreme, or sums, and nothing where nothing was observed', () => {
    const rows = [
      { from: '', mean: 4, count: 1, least: 4, most: 4, movingSeconds: 30, stillSeconds: 10 },
      { from: '', mean: 10, count: 3, least: 1, most: 20, movingSeconds: 0, stillSeconds: 60 },
    ];
    expect(['mean', 'least', 'most', 'count', 'utilisation'].map((measure) => combined(rows, measure))).toEqual([8.5, 1, 20, 4, 0.3]);
    expect(['mean', 'least', 'utilisation', 'updates'].map((measure) => combined([], measure))).toEqual([null, null, null, 0]);
    expect([changeOf(3, 2), changeOf(1, 0), changeOf(null, 2), changeOf(0, -2)]).toEqual([0.5, undefined, undefined, 1]);
  });
});

it('the address’ filters come before a dashboard’s own, and * takes one off', () => {
  expect(filtersOf({ type: '*', span: 'h24' }, { type: 'crane', area: 'yard', span: 'd30' })).toEqual({ span: 'h24', area: 'yard' });
});

describe('a poll', () => {
  it('shows results as the server does', () => {
    for (const [results, status, mine, shown] of [
      ['always', 'open', [], true],
      ['afterAnswer', 'open', [], false],
      ['afterAnswer', 'open', ['x'], true],
      ['afterClose', 'open', ['x'], false],
      ['afterClose', 'closed', [], true],
    ] as const)
      expect(resultsShown({ results, status, mine: [...mine] })).toBe(shown);
    expect([shareOf(1, 4), shareOf(0, 0)]).toEqual([0.25, 0]);
  });

  it('takes no more than may be chosen', () => {
    expect(chosenWith(['a'], 'b', 1)).toEqual(['b']);
    expect(chosenWith(['a', 'b'], 'c', 2)).toEqual(['a', 'b']);
    expect(chosenWith(['a', 'b'], 'a', 2)).toEqual(['b']);
  });

  it('reports what is missing, and requires no more options than exist', () => {
    expect(faultsOf({ ...EMPTY_DRAFT, closesAt: 'x', audience: { kind: 'roles', roles: [], people: [] } }, undefined, 0)).toEqual([
      'needQuestion',
      'needOptions',
      'needAudience',
      'needFuture',
    ]);
    const draft = {
      ...EMPTY_DRAFT,
      question: ' Where? ',
      options: [
        { key: 0, id: 'i', text: 'a ' },
        { key: 1, text: 'b' },
      ],
      multiple: 5,
    };
    expect(faultsOf(draft, undefined, 0)).toEqual([]);
    expect(bodyOf(draft, undefined)).toEqual({
      question: 'Where?',
      options: [{ id: 'i', text: 'a' }, { text: 'b' }],
      multiple: 2,
      audience: { kind: 'workspace' },
      results: 'afterAnswer',
      anonymous: false,
    });
  });
});

it('a saved view holds the state of the map, and nothing that gives rights', () => {
  expect(stateOf({ at: '1,2,3', layers: 'areas', s: 'secret', share: 'secret', embed: '1' }, 'a b')).toBe(
    'page=Map&id=a%20b&at=1,2,3&layers=areas',
  );
  expect(addressOf('ws=x&id=a%20b&at=1,2,3&s=secret&share=secret')).toEqual({ page: 'Map', id: 'a b', more: { at: '1,2,3' } });
});

it('a share link is as the server made it, and one for a frame shows the map alone', () => {
  const link = {
    id: 'i',
    name: 'Ada & co',
    shows: { ids: ['crane 1'] },
    createdAt: '',
    createdBy: '',
    expiresAt: '2026-01-02T00:00:00Z',
    revokedAt: null,
    token: 'a.b.c',
    url: 'https://x.example/#s=AAAAAAAAAAAAAAAAAAAAAA',
  };
  expect(framedAddress(link)).toBe('https://x.example/#s=AAAAAAAAAAAAAAAAAAAAAA&embed=1');
  expect([
    linkStateOf(link, Date.parse('2026-01-01')),
    linkStateOf(link, Date.parse('2026-01-03')),
    linkStateOf({ ...link, revokedAt: 'x' }, 0),
  ]).toEqual(['live', 'expired', 'revoked']);
});
