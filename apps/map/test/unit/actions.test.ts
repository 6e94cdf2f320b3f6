import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAction } from '../../src/actions/action.js';
import { checklistResult } from '../../src/actions/checklist-result.js';
import { fieldValueOf } from '../../src/actions/field-value.js';
import { linkGoesTo, safeLink } from '../../src/actions/safe-link.js';
import { elementOnScan, visibleElements, withElementOnScan } from '../../src/actions/scan-action.js';

const MALICIOUS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'filesystem:https://example.org/temporary/x',
  'view-source:https://example.org',
  'about:blank',
  'chrome://settings',
  'intent://scan/#Intent;scheme=zxing;end',
  'ms-settings:privacy',
  'ws://example.org',
  'ftp://example.org/x',
  '//example.org/x',
  '/app/session',
  '#ws=other&page=Map',
  '?a=b',
  'example.org',
  '\\\\example.org\\share',
  'https://',
  'https:///',
  'http:',
  'https://bank.example@example.org/',
  'https://user:password@example.org/',
  'https://exa mple.org/',
  'https://[::1',
  'mailto:',
  'tel:',
  '',
  '"><img src=x onerror=alert(1)>',
];

describe('links of actions', () => {
  it.each(MALICIOUS)('%j opens nothing', (target) => {
    expect(safeLink(target)).toBeUndefined();
    expect(readAction({ kind: 'link', target }).usable).toBe(false);
  });

  it('open web pages, mail and calls', () => {
    expect(safeLink('https://example.org/a b?q=1#c')).toBe('https://example.org/a%20b?q=1#c');
    expect(safeLink('HTTP://Example.org')).toBe('http://example.org/');
    expect(safeLink('mailto:a@example.org?subject=Hi')).toBe('mailto:a@example.org?subject=Hi');
    expect(safeLink('tel:+44-151')).toBe('tel:+44-151');
    expect(linkGoesTo('https://example.org:8443/a')).toBe('example.org:8443');
    expect(linkGoesTo('mailto:a@example.org')).toBe('a@example.org');
  });

  it('show the true name of a host that only looks like another one', () => {
    expect(linkGoesTo(safeLink('https://еxample.org/')!)).toMatch(/^xn--/);
  });

  it('are of four protocols, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.tuple(fc.constantFrom('javascript', 'data', 'https', 'mailto'), fc.string()).map((parts) => parts.join(':')),
        ),
        (target) => {
          const href = safeLink(target);
          if (href !== undefined) expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(href).protocol);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the meaning of an element', () => {
  it('a place, with or without zoom', () => {
    expect(readAction({ kind: 'map', target: '53.4,-2.98' })).toEqual({
      usable: true,
      action: { kind: 'map', place: { lat: 53.4, lon: -2.98, zoom: 15 } },
    });
    expect(readAction({ kind: 'map', target: ' 53.4 , -2.98, 9.5 ' })).toEqual({
      usable: true,
      action: { kind: 'map', place: { lat: 53.4, lon: -2.98, zoom: 9.5 } },
    });
    for (const target of ['91,0', '0,181', '1,1,23'])
      expect(readAction({ kind: 'map', target })).toEqual({ usable: false, fault: 'bad-place' });
  });

  it('an object', () => {
    expect(readAction({ kind: 'map', target: 'forklift-17' })).toEqual({ usable: true, action: { kind: 'map', objectId: 'forklift-17' } });
    expect(readAction({ kind: 'map', target: 'x'.repeat(257) }).usable).toBe(false);
  });

  it('a field, where the first equals sign parts name and value', () => {
    expect(readAction({ kind: 'field', target: 'state = a=b' })).toEqual({
      usable: true,
      action: { kind: 'field', field: 'state', text: 'a=b' },
    });
    expect(readAction({ kind: 'field', target: 'state=' })).toEqual({ usable: true, action: { kind: 'field', field: 'state', text: '' } });
    for (const target of ['state', '=x', `${'n'.repeat(129)}=x`])
      expect(readAction({ kind: 'field', target })).toEqual({ usable: false, fault: 'bad-field' });
  });

  it('lines to tick off', () => {
    expect(readAction({ kind: 'checklist', target: 'Oil; ;\r\n Brakes ;' })).toEqual({
      usable: true,
      action: { kind: 'checklist', lines: ['Oil', 'Brakes'] },
    });
    expect(readAction({ kind: 'checklist', target: Array.from({ length: 101 }, (_, n) => `line ${n}`).join(';') })).toEqual({
      usable: false,
      fault: 'too-many-lines',
    });
  });

  it('nothing, of a kind that is none or without a target', () => {
    expect(readAction({ kind: 'constructor', target: 'x' })).toEqual({ usable: false, fault: 'unknown-kind' });
    expect(readAction({ kind: 'on-scan', target: 'x' })).toEqual({ usable: false, fault: 'unknown-kind' });
    expect(readAction({ kind: 'poll', target: ' ' })).toEqual({ usable: false, fault: 'no-target' });
    expect(readAction({ kind: 'poll' })).toEqual({ usable: false, fault: 'no-target' });
  });
});

describe('the action of a scan', () => {
  const elements = [
    { id: 'a', kind: 'link', target: 'https://example.org' },
    { id: 'b', kind: 'poll', target: 'p' },
  ];

  it('is none when nobody chose one', () => expect(elementOnScan(elements, undefined)).toBeUndefined());
  it('is the one that the object names', () => expect(elementOnScan(withElementOnScan(elements, 'b'), undefined)).toBe(elements[1]));
  it('is rather the one of the code', () => expect(elementOnScan(withElementOnScan(elements, 'b'), 'a')).toBe(elements[0]));
  it('is none when that is gone', () => {
    expect(elementOnScan(withElementOnScan(elements, 'b'), 'gone')).toBeUndefined();
    expect(elementOnScan(withElementOnScan(elements, 'gone'), undefined)).toBeUndefined();
    expect(elementOnScan([{ id: 'x', kind: 'on-scan', target: 'x' }], undefined)).toBeUndefined();
  });
  it('one thing, however often it is chosen', () => {
    const twice = withElementOnScan(withElementOnScan([...elements, { id: 'on-scan', kind: 'poll', target: 'q' }], 'a'), 'b');
    expect(twice.filter(({ kind }) => kind === 'on-scan')).toEqual([{ id: 'on-scan-2', kind: 'on-scan', target: 'b' }]);
    expect(visibleElements(twice)).toHaveLength(3);
    expect(withElementOnScan(twice, undefined)).toHaveLength(3);
  });
});

describe('the value of a field action', () => {
  const category = { type: 'Category' as const, value: { namespace: 'work', categoryName: 'idle' } };
  it('is of the type that the field has', () => {
    expect(fieldValueOf('n', '4.5', undefined, { type: 'Number' })).toEqual({ type: 'Number', field: 'n', value: 4.5 });
    expect(fieldValueOf('n', 'four', { type: 'Number', value: 3 }, undefined)).toBeUndefined();
    expect(fieldValueOf('n', '4.5', undefined, undefined)).toEqual({ type: 'String', field: 'n', value: '4.5' });
    expect(fieldValueOf('s', 'busy', category, undefined)).toEqual({
      type: 'Category',
      field: 's',
      value: { namespace: 'work', categoryName: 'busy' },
    });
    expect(fieldValueOf('s', 'busy', undefined, { type: 'Category', categories: [{ namespace: 'other', categoryName: 'busy' }] })).toEqual({
      type: 'Category',
      field: 's',
      value: { namespace: 'other', categoryName: 'busy' },
    });
    expect(fieldValueOf('s', 'busy', undefined, { type: 'Category' })).toBeUndefined();
  });
  it('clears, where there is none', () =>
    expect(fieldValueOf('s', '', category, undefined)).toEqual({ type: 'Category', field: 's', value: null }));
});

describe('a check list', () => {
  const at = new Date('2026-11-21T08:00:00Z');
  it('is stored with its time and the open lines', () => {
    expect(checklistResult('Round', ['Oil', 'Brakes'], new Set([0]), at)).toEqual({
      type: 'String',
      field: 'Round',
      value: '1/2 2026-11-21T08:00:00.000Z; open: Brakes',
    });
    expect(checklistResult('Round', ['Oil'], new Set([0]), at)).toMatchObject({ value: '1/1 2026-11-21T08:00:00.000Z' });
  });
  it('fits into a field', () => {
    const { field, value } = checklistResult(
      '𝔫'.repeat(200),
      Array.from({ length: 100 }, () => '𝔩'.repeat(100)),
      new Set(),
      at,
    );
    expect([...field]).toHaveLength(128);
    expect([...(value as string)]).toHaveLength(4096);
  });
});
