import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '#problems/problem.js';
import { parseJsonBody } from '../../src/checks/json-body.js';
import { findJsonFault } from '../../src/checks/json-fault.js';
import { countMembers, scanJson } from '../../src/checks/json-scan.js';

function refusal(body: string | Buffer): { detail?: string; line?: unknown; column?: unknown } {
  try {
    parseJsonBody(Buffer.from(body as string));
  } catch (error) {
    const problem = error as Problem;
    expect(problem.status).toBe(400);
    return { detail: problem.detail, ...problem.extras.members };
  }
  throw new Error('was accepted');
}

describe('a JSON body', () => {
  it.each([
    ['[1,]', 1, 4],
    ['[1\n2]', 2, 1],
    ['{"a":1,\n "b":2,\n "a":3}', 3, 2],
    ['[] []', 1, 4],
    ['[NaN]', 1, 2],
    ['["a\nb"]', 1, 2],
    ['[01]', 1, 3],
    ['{a:1}', 1, 2],
    ['[1', 1, 3],
    ['{"a" 1}', 1, 6],
    ['["\\x"]', 1, 2],
    ['', undefined, undefined],
    ['[{"\\u0061":1,"a":2}]', 1, 14],
  ])('%j is refused at line %j, column %j', (text, line, column) => {
    expect(refusal(text)).toMatchObject(line === undefined ? { detail: 'The body is empty.' } : { line, column });
  });

  it.each([
    ['[1,]', 'A value is expected, not "]".'],
    ['[1 2]', 'A comma or ] is expected, not "2".'],
    ['{"a":[] 2}', 'A comma or } is expected, not "2".'],
    ['{"a":1', '} is expected, but the text ends.'],
    ['[{}', '] is expected, but the text ends.'],
    ['{"a":1,}', 'A name in double quotes is expected, not "}".'],
    ['{"a"', 'A colon is expected, but the text ends.'],
    ['[1] 2', 'There is text after the end of the value.'],
    ['[-1.]', 'This number is not complete.'],
    ['["\\x"]', 'This string does not end, or contains a control character or an unknown escape sequence.'],
    ['[1] // one', 'JSON has no comments.'],
    ['[NaN]', 'This is not JSON: only numbers, true, false and null are written without double quotes.'],
    ['{"password" "s3cret"}', 'A colon is expected, not "\\"".'],
    ['{"a":{"b":1},"a":2}', 'The name "a" appears twice in this object.'],
  ])('%j is refused with the words %j', (text, words) => {
    expect(refusal(text).detail?.replace(/ \(line .*/, '')).toBe(words);
  });

  it('is refused when it is not UTF-8, or begins with a byte order mark', () => {
    for (const bytes of [
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xff, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0xff, 0xfe, 0x5b, 0, 0x5d, 0],
    ])
      expect(refusal(Buffer.from(bytes)).detail).toContain('UTF-8');
    expect(refusal(Buffer.from('\ufeff[]'))).toMatchObject({ detail: expect.stringContaining('byte order mark'), line: 1, column: 1 });
  });

  it('is accepted with 64 levels and refused with 65, however many follow', () => {
    expect(parseJsonBody(Buffer.from('['.repeat(64) + ']'.repeat(64)))).toBeDefined();
    expect(refusal('['.repeat(65) + ']'.repeat(65))).toMatchObject({ line: 1, column: 65 });
    expect(refusal('{"a":'.repeat(100_000)).detail).toContain('64 levels');
  });

  it('does not mistake brackets, braces and colons in strings for structure', () => {
    const value = ['[[:{\\":"', { 'a:"{': ':\\' }];
    expect(parseJsonBody(Buffer.from(JSON.stringify(value)))).toEqual(value);
  });

  it('counts the members of any value as they were written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        expect(scanJson(Buffer.from(text)).members).toBe(countMembers(JSON.parse(text)));
        expect(findJsonFault(text)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('finds a fault exactly where JSON.parse does, in texts with a few changed characters', () => {
    const spoilt = fc
      .tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'{}[],:"\\ \n01-.eEtfn\u0000\u007f'))
      .map(([value, at, character]) => {
        const text = JSON.stringify(value);
        return text.slice(0, at % (text.length + 1)) + character + text.slice((at % (text.length + 1)) + (at % 2));
      });
    fc.assert(
      fc.property(spoilt, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const fault = findJsonFault(text);
        if (!valid) expect(fault).toBeDefined();
        else if (fault !== undefined) expect(fault.detail).toContain('twice');
      }),
      { numRuns: 5000 },
    );
  });
});
