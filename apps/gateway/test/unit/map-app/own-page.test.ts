import { describe, expect, it } from 'vitest';
import { isReachedByHttps, requireOwnPage } from '../../../src/app/sessions/own-page.js';

const requestWith = (headers: Record<string, string>, host = 'track.example.com', protocol: 'http' | 'https' = 'http') => ({
  headers: { 'waymark-app': '1', ...headers },
  host,
  protocol,
});
const refused = (headers: Record<string, string>, { host, appUrl = '' }: { host?: string; appUrl?: string } = {}): string | undefined => {
  try {
    requireOwnPage(requestWith(headers, host), { appUrl });
    return undefined;
  } catch (error) {
    return (error as { extras: { errors: [{ pointer: string }] } }).extras.errors[0].pointer;
  }
};

describe('a call about a session', () => {
  it.each<[Record<string, string>, { host?: string; appUrl?: string }]>([
    [{}, {}],
    [{ origin: 'https://track.example.com', 'sec-fetch-site': 'same-origin' }, {}],
    [{ origin: 'http://track.example.com:8080' }, { host: 'track.example.com:8080' }],
    [{ origin: 'https://track.example.com' }, { host: 'track.example.com:443' }],
    [{ origin: 'http://[::1]:8080' }, { host: '[::1]:8080' }],
    [{ origin: 'https://track.example.com' }, { host: 'gateway:8080', appUrl: 'https://track.example.com/' }],
    [{ origin: 'http://gateway:8080' }, { host: 'gateway:8080', appUrl: 'https://track.example.com/' }],
    [{ 'sec-fetch-site': 'none' }, {}],
  ])("with %j is our own page's (%j)", (headers, where) => {
    expect(refused(headers, where)).toBeUndefined();
  });

  it.each<[Record<string, string>, string, { host?: string; appUrl?: string }]>([
    [{ 'waymark-app': '' }, 'waymark-app', {}],
    [{ 'waymark-app': 'true' }, 'waymark-app', {}],
    [{ 'sec-fetch-site': 'cross-site' }, 'sec-fetch-site', {}],
    [{ 'sec-fetch-site': 'same-site' }, 'sec-fetch-site', {}],
    [{ origin: 'https://evil.example' }, 'origin', {}],
    [{ origin: 'https://other.example.com' }, 'origin', {}],
    [{ origin: 'https://track.example.com.evil.example' }, 'origin', {}],
    [{ origin: 'https://track.example.com:8443' }, 'origin', {}],
    [{ origin: 'null' }, 'origin', {}],
    [{ origin: 'file://' }, 'origin', {}],
    [{ origin: '' }, 'origin', {}],
    [{ origin: 'https://track.example.com/app' }, 'origin', {}],
    [{ origin: 'https://x@track.example.com' }, 'origin', {}],
    [{ origin: 'https://track.example.com' }, 'origin', { host: '' }],
    [{ origin: 'http://track.example.com' }, 'origin', { host: 'gateway:8080', appUrl: 'https://track.example.com/' }],
  ])('with %j is refused for its %s', (headers, pointer, where) => {
    expect(refused(headers, where)).toBe(pointer);
  });
});

describe('whether the browser uses https', () => {
  it('is taken from its page, else from the setting, else from the connection', () => {
    expect(isReachedByHttps(requestWith({ origin: 'https://track.example.com' }), { appUrl: '' })).toBe(true);
    expect(isReachedByHttps(requestWith({ origin: 'http://gateway:8080' }), { appUrl: 'https://track.example.com/' })).toBe(false);
    expect(isReachedByHttps(requestWith({}), { appUrl: 'https://track.example.com/' })).toBe(true);
    expect(isReachedByHttps(requestWith({}), { appUrl: '' })).toBe(false);
    expect(isReachedByHttps(requestWith({}, 'track.example.com', 'https'), { appUrl: '' })).toBe(true);
  });
});
