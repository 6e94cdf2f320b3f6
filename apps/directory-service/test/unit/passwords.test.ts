import * as argon2 from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { PasswordChangeDto } from '#contracts/directory/dto/login.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';
import { PasswordHashes } from '../../src/access/login/password-hashes.js';
import { requireGoodPassword } from '../../src/access/login/password-rules.js';

vi.mock(import('@node-rs/argon2'), async (original) => {
  const genuine = await original();
  return { ...genuine, verify: vi.fn(genuine.verify) };
});

const COST = { memoryCost: 7168, timeCost: 1 };
const hashes = (bounds = { atATime: 2, waiting: 100 }, cost = COST): PasswordHashes => new PasswordHashes(cost, bounds);
const PERSON = { email: 'Ada.Lovelace@example.org', name: 'Ada Lovelace' };
const fault = (password: string): string | undefined => {
  try {
    requireGoodPassword(password, PERSON);
    return undefined;
  } catch (error) {
    return (error as Problem).detail;
  }
};

describe('a new password', () => {
  it.each([
    'correct horse battery',
    'ünïcødé is välid',
    '            four blanks  abcd',
    'a'.repeat(100) + 'bcdefg',
    '漢字の長い合言葉を使いますよ',
    'with my ada.lovelace inside it, longer',
  ])('may be %j', (password) => expect(fault(password)).toBeUndefined());

  it.each([
    ['aaaaaaaaaaaaaaaa', 'few different'],
    ['abababababababab', 'few different'],
    ['ada.lovelace@example.org', 'your e-mail address'],
    ['Ada Lovelace1!', 'your e-mail address'],
    ['waymarkwaymark', 'name of this service'],
    ['ﬁﬁﬁﬁ1', 'at least 12'],
    ['password123456', 'most common'],
    ['Qwertyuiop12345', 'most common'],
  ])('may not be %j', (password, expected) => expect(fault(password)).toContain(expected));

  it('may not be a common one, however it is written', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const long = dictionary['passwords-common'].filter((each) => each.length >= 12 && new Set(each).size >= 4);
    expect(long.length).toBeGreaterThan(100);
    for (const each of long) expect([each, fault(each)]).toEqual([each, expect.stringMatching(/common|name of/)]);
    expect(fault(long[0]!.toUpperCase())).toContain('common');
  });

  it('has 12…256 characters, counted as people count them', () => {
    const check = compileDto(PasswordChangeDto);
    const of = (newPassword: unknown): string | undefined => check({ oldPassword: 'x', newPassword })?.pointer;
    for (const good of ['x'.repeat(12), 'x'.repeat(256), '😀'.repeat(12), '😀'.repeat(256)]) expect(of(good)).toBeUndefined();
    for (const bad of ['x'.repeat(11), 'x'.repeat(257), '😀'.repeat(6), 'tab\tin it, twelve', '\ud800'.repeat(12), 12, null, ['x']])
      expect(of(bad)).toBe('/newPassword');
  });
});

describe('a hash', () => {
  it('is argon2id with the set cost, another each time, and of the normal form of the text', async () => {
    const [a, b] = await Promise.all([hashes().hash('cafe\u0301 au lait, s.v.p.'), hashes().hash('caf\u00e9 au lait, s.v.p.')]);
    expect(a).toMatch(/^\$argon2id\$v=19\$m=7168,t=1,p=1\$/);
    expect(a).not.toBe(b);
    expect(await hashes().verify(a, 'caf\u00e9 au lait, s.v.p.')).toBe(true);
    expect(await hashes().verify(a, 'cafe au lait, s.v.p.')).toBe(false);
  });

  it('of another cost still verifies, and is known as outdated', async () => {
    const old = await hashes().hash('correct horse battery');
    const dearer = hashes(undefined, { memoryCost: 8192, timeCost: 2 });
    expect([await dearer.verify(old, 'correct horse battery'), dearer.isOutdated(old), hashes().isOutdated(old)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('that does not exist costs as much as an existing one, and is wrong', async () => {
    const mine = hashes(undefined, { memoryCost: 19_456, timeCost: 2 });
    const stored = await mine.hash('correct horse battery');
    expect(await mine.verify(undefined, 'x')).toBe(false);
    const seen = vi.mocked(argon2.verify);
    const costOf = async (against: string | null): Promise<unknown[]> => {
      seen.mockClear();
      expect(await mine.verify(against, 'wrong')).toBe(false);
      return seen.mock.calls.map(([hash]) => argon2.parseOptions(hash as string));
    };
    const cost = expect.objectContaining({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }) as unknown;
    expect([await costOf(stored), await costOf(null)]).toEqual([[cost], [cost]]);
  });

  it('waits its turn, and is refused when too many wait', async () => {
    const queue = hashes({ atATime: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => queue.hash('correct horse battery')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    const { reason } = results[4] as { reason: Problem };
    expect([reason.type, reason.extras.headers]).toEqual(['overloaded', { 'retry-after': '1' }]);
    expect(await queue.verify(await queue.hash('once more, please'), 'once more, please')).toBe(true);
  });
});
