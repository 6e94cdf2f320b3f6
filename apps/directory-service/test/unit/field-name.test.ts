import { describe, expect, it } from 'vitest';
import { definableNameOf, fieldNameOf } from '../../src/workspaces/fields/field-name.js';

describe('the name of a field in an address', () => {
  it.each(['.', '..'])('%s is refused as the name of a new definition, and accepted for an existing one', (name) => {
    expect(() => definableNameOf(name)).toThrow(/must not be "\." or "\.\.".*Values of a field with this name are accepted/);
    expect(fieldNameOf(name)).toBe(name);
  });

  it.each(['...', '.hidden', 'a.b', 'state of charge', '/'])('%s is taken', (name) => expect(definableNameOf(name)).toBe(name));

  it.each(['', ' ', '__proto__', 'a\u0000b'])('%j is not', (name) => expect(() => definableNameOf(name)).toThrow(/must be 1…/));
});
