import { describe, expect, it } from 'vitest';
import { ofGatewayClocks, ofKeys, ofMoves, ofPublishing, ofSecrets } from '../../src/diagnosis/diagnosis.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const signing = (createdAt: string) => ({ state: 'signing' as const, createdAt });
const long = 'x'.repeat(32);

describe('the diagnosis of the directory', () => {
  it.each([
    ['no key', ofKeys([], 90, NOW), 'broken', /no signing key exists/],
    [
      'a key that does not sign yet',
      ofKeys([{ state: 'next', createdAt: '2026-11-21T11:00:00Z' }], 90, NOW),
      'broken',
      /no signing key exists/,
    ],
    ['a young key', ofKeys([signing('2026-11-20T12:00:00Z')], 90, NOW), 'fine', /1 key, .*1 days old/],
    ['a key that should be gone', ofKeys([signing('2026-08-20T12:00:00Z')], 90, NOW), 'warning', /93 days old/],
    ['everything published', ofPublishing(0), 'fine', /every/],
    ['no move', ofMoves([]), 'fine', /no workspace/],
    ['a move that has not ended', ofMoves([{ id: 'harbour', since: '2026-11-21T11:00:00Z' }]), 'warning', /harbour since 2026-11-21T11/],
    ['something unpublished', ofPublishing(3), 'warning', /3 changes/],
    [
      'clocks of gateways that are right',
      ofGatewayClocks([
        { name: 'a', ahead: 900 },
        { name: 'b', ahead: -900 },
        { name: 'c', ahead: null },
      ])[0]!,
      'fine',
      /3 gateways/,
    ],
    [
      'one that is ahead',
      ofGatewayClocks([
        { name: 'a', ahead: 0 },
        { name: 'b', ahead: 2_040 },
      ])[0]!,
      'warning',
      /the clock of b is 2\.0 s ahead/,
    ],
    ['one that is behind', ofGatewayClocks([{ name: 'a', ahead: -3_600_000 }])[0]!, 'warning', /the clock of a is 3600\.0 s behind/],
    ['good secrets', ofSecrets({ keySecret: long, internalToken: long, otherInternalToken: '' }), 'fine', /long enough/],
    [
      'a short next secret',
      ofSecrets({ keySecret: long, internalToken: long, otherInternalToken: 'secret-of-ours' }),
      'warning',
      /: OTHER_INTERNAL_TOKEN$/,
    ],
    [
      'a short secret',
      ofSecrets({ keySecret: long, internalToken: 'secret-of-ours', otherInternalToken: '' }),
      'warning',
      /INTERNAL_TOKEN/,
    ],
  ] as const)('of %s', (_what, finding, state, found) => {
    expect([finding.state, finding.remedy === null]).toEqual([state, state === 'fine']);
    expect(finding.found).toMatch(found);
    expect(JSON.stringify(finding)).not.toContain('secret-of-ours');
  });
});
