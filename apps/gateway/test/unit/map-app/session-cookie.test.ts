import { describe, expect, it } from 'vitest';
import { SessionCookie } from '../../../src/app/sessions/session-cookie.js';

const TOKEN = 'a'.repeat(42) + '_';
const plain = new SessionCookie(false);
const secure = new SessionCookie(true);

describe('the cookie of a session', () => {
  it('is only for the browser and the calls that need it, until the token expires', () => {
    const now = Date.parse('2026-11-22T08:00:00Z');
    expect(plain.holding(TOKEN, '2026-11-22T09:00:00.900Z', now)).toBe(
      `waymark_session=${TOKEN}; Max-Age=3600; Path=/app/session; HttpOnly; SameSite=Strict`,
    );
    expect(secure.holding(TOKEN, '2026-11-22T07:00:00Z', now)).toBe(
      `__Secure-waymark_session=${TOKEN}; Max-Age=0; Path=/app/session; HttpOnly; SameSite=Strict; Secure`,
    );
  });

  it('is removed with the same attributes', () => {
    expect(plain.removed()).toBe('waymark_session=; Max-Age=0; Path=/app/session; HttpOnly; SameSite=Strict');
    expect(secure.removed()).toBe('__Secure-waymark_session=; Max-Age=0; Path=/app/session; HttpOnly; SameSite=Strict; Secure');
  });

  it.each<[string | undefined, ReturnType<SessionCookie['in']>]>([
    [undefined, undefined],
    ['', undefined],
    [`waymark_session=${TOKEN}`, { token: TOKEN }],
    [`a=b; waymark_session=${TOKEN};c=d`, { token: TOKEN }],
    [`waymark_session=${TOKEN}; waymark_session=${TOKEN}`, { token: TOKEN }],
    [`waymark_session=${TOKEN}; waymark_session=${'b'.repeat(43)}`, 'several'],
    [`__Secure-waymark_session=${TOKEN}`, undefined],
    [`xwaymark_session=${TOKEN}`, undefined],
    ['waymark_session', undefined],
    ['waymark_session=', undefined],
    [`waymark_session=${TOKEN}=`, undefined],
    ['waymark_session=too-short', undefined],
    [`waymark_session="${TOKEN}"`, undefined],
  ])('in %j is %j', (header, found) => {
    expect(plain.in(header)).toEqual(found);
  });

  it('set over http is ignored over https, since others could have planted it', () => {
    expect(secure.in(`waymark_session=${TOKEN}; __Secure-waymark_session=${'b'.repeat(43)}`)).toEqual({ token: 'b'.repeat(43) });
    expect(secure.in(`waymark_session=${TOKEN}`)).toBeUndefined();
  });
});
