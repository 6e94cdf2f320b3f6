import { describe, expect, it } from 'vitest';
import { policyHeaders } from '../../../src/app/policy/content-policy.js';

const directives = (options: Parameters<typeof policyHeaders>[0]): Record<string, string> => {
  const { 'content-security-policy': policy } = policyHeaders(options);
  return Object.fromEntries(
    policy!.split('; ').map((directive) => [directive.split(' ', 1)[0]!, directive.slice(directive.indexOf(' ') + 1)]),
  );
};

describe('the content security policy of the app', () => {
  it('allows nothing from elsewhere, and nothing inline', () => {
    expect(directives({ frameAncestors: [], mapOrigins: [] })).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'media-src': "'self' blob: mediastream:",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'report-uri': '/app/csp-reports',
      'report-to': 'csp',
    });
  });

  it('allows pictures and requests for the street map, frames for permitted pages, and nothing else', () => {
    const closed = directives({ frameAncestors: [], mapOrigins: [] });
    const open = directives({
      frameAncestors: ['https://intranet.example.com'],
      mapOrigins: ['https://maps.example.com', 'https://glyphs.example.com'],
    });
    expect(open).toEqual({
      ...closed,
      'img-src': `${closed['img-src']} https://maps.example.com https://glyphs.example.com`,
      'connect-src': "'self' https://maps.example.com https://glyphs.example.com",
      'frame-ancestors': 'https://intranet.example.com',
    });
  });

  it('is sent with the other security headers of a page', () => {
    expect(policyHeaders({ frameAncestors: [], mapOrigins: [] })).toMatchObject({
      'reporting-endpoints': 'csp="/app/csp-reports"',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(self), geolocation=(self)',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });
});
