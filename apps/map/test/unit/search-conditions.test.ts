import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { named, quotedIfNeeded, searchParts, withoutPart } from '../../src/object-list/search-conditions.js';

const kinds = (text: string): string[] => searchParts(text).map((part) => `${part.is} ${part.text}`);

describe('a search', () => {
  it('is taken apart into words and conditions, with the language of the interface for fields', () => {
    expect(kinds('crane battery<20 type:"fork lift"')).toEqual(['word crane', 'field battery<20', 'type type:"fork lift"']);
    expect(searchParts('status = "in use"')).toMatchObject([{ is: 'field', condition: 'status="in use"' }]);
    expect(searchParts('"tyre pressure" >= 2.5')).toMatchObject([{ is: 'field', condition: '"tyre pressure">=2.5' }]);
    expect(searchParts('Typ:Kran bereich:"Dock 4" still:2h')).toMatchObject([
      { is: 'type', name: 'Kran' },
      { is: 'area', name: 'Dock 4' },
      { is: 'silent', ms: 7_200_000 },
    ]);
  });

  it('waits for a condition that is still being typed', () => {
    expect(searchParts('battery<').map(({ is }) => is)).toEqual(['incomplete']);
    expect(searchParts('type: silent:5').map(({ is }) => is)).toEqual(['incomplete', 'incomplete']);
    expect(searchParts('van-7 10:30 a:b').map(({ is }) => is)).toEqual(['word', 'word', 'word']);
  });

  it('loses exactly the part that is removed', () => {
    const text = 'crane battery<20 type:van';
    const [, field] = searchParts(text);
    expect(withoutPart(text, field!)).toBe('crane type:van');
    expect(withoutPart('type:van', searchParts('type:van')[0]!)).toBe('');
  });

  it('finds every name again that it was written with', () => {
    const name = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() === text && !text.includes('"'));
    fc.assert(
      fc.property(name, (type) => {
        expect(searchParts(`x ${named('type', type)} y`)).toMatchObject([{ is: 'word' }, { is: 'type', name: type }, { is: 'word' }]);
      }),
    );
    fc.assert(
      fc.property(name, name, (field, value) => {
        expect(searchParts(`${quotedIfNeeded(field)}=${quotedIfNeeded(value)}`).map(({ is }) => is)).toEqual(['field']);
      }),
    );
  });
});
