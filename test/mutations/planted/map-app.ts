import { type Mutation, stack, unit } from '../mutation.js';

const of = (name: string): ReturnType<typeof unit> => unit(`apps/gateway/test/unit/map-app/${name}.test.ts`);
const files = stack('apps/gateway/test/real/map-app.test.ts');
const sessions = stack('apps/gateway/test/real/app-sessions.test.ts');
const room = 'apps/gateway/src/app';

/** Sessions that others can use or that are lost, files that are stale, and a page that lets in what it should not. */
export const MAP_APP_FAULTS: Mutation[] = [
  {
    name: 'lets scripts read the refresh token',
    file: `${room}/sessions/session-cookie.ts`,
    search: '; HttpOnly; SameSite',
    replace: '; SameSite',
    tests: [of('session-cookie'), sessions],
  },
  {
    name: 'returns the refresh token in the answer',
    file: `${room}/sessions/sessions.controller.ts`,
    search: 'Buffer.from(JSON.stringify(session))',
    replace: 'Buffer.from(JSON.stringify({ ...session, refreshToken }))',
    tests: [sessions],
  },
  {
    name: 'gives a session to pages of other sites',
    file: `${room}/sessions/own-page.ts`,
    search: "if (headers[APP_HEADER] !== '1')",
    replace: "if (headers[APP_HEADER] === 'never')",
    tests: [of('own-page'), sessions],
  },
  {
    name: 'trusts another host of the same domain',
    file: `${room}/sessions/own-page.ts`,
    search: "new Set(['cross-site', 'same-site'])",
    replace: "new Set(['cross-site'])",
    tests: [of('own-page'), sessions],
  },
  {
    name: 'trusts an origin that only starts like ours',
    file: `${room}/sessions/own-page.ts`,
    search: 'new URL(own).origin === given',
    replace: 'given.startsWith(new URL(own).origin)',
    tests: [of('own-page')],
  },
  {
    name: 'keeps the session after sign-out',
    file: `${room}/sessions/sessions.controller.ts`,
    search: "if (held !== undefined && held !== 'several') {",
    replace: "if (held === 'several') {",
    tests: [sessions],
  },
  {
    name: 'ends a session when the directory restarts',
    file: `${room}/sessions/sessions.controller.ts`,
    search: 'if (answer.status === 401 && problemTypeIn(answer) === SESSION_ENDED)',
    replace: 'if (answer.status !== 200)',
    tests: [of('session-door')],
  },
  {
    name: 'accepts a cookie planted next to ours',
    file: `${room}/sessions/session-cookie.ts`,
    search: "if (different.length > 1) return 'several';",
    replace: '',
    tests: [of('session-cookie'), sessions],
  },
  {
    name: 'throttles the gateway instead of the client that signs in',
    file: 'apps/gateway/src/services/delegated-calls.ts',
    search: 'address: request.ip,',
    replace: '',
    tests: [sessions],
  },
  {
    name: 'allows scripts from the street map’s origin',
    file: `${room}/policy/content-policy.ts`,
    search: `"script-src 'self' 'wasm-unsafe-eval'",`,
    replace: `["script-src 'self' 'wasm-unsafe-eval'", ...mapOrigins].join(' '),`,
    tests: [of('content-policy'), files],
  },
  {
    name: 'serves a worker without the content security policy',
    file: `${room}/files/app-files.controller.ts`,
    search: '{ ...this.headers, ...kept }',
    replace: "{ ...(file.type.startsWith('text/html') && this.headers), ...kept }",
    tests: [files],
  },
  {
    name: 'caches the page permanently',
    file: `${room}/files/app-files.controller.ts`,
    search: 'root.get(PAGE), request, reply, REVALIDATED',
    replace: 'root.get(PAGE), request, reply, FOR_GOOD',
    tests: [files],
  },
  {
    name: 'sends an encoding that the client refuses',
    file: `${room}/files/content-coding.ts`,
    search: 'if (weight > 0 && (best',
    replace: 'if ((best',
    tests: [of('content-coding'), files],
  },
  {
    name: 'accepts a tile outside the grid',
    file: `${room}/files/tile-address.ts`,
    search: 'address.y < side',
    replace: 'address.y <= side',
    tests: [of('tile-address')],
  },
  {
    name: 'serves tiles of the current basemap under another hash',
    file: `${room}/files/basemap.controller.ts`,
    search: 'if (hash === basemap?.hash)',
    replace: 'if (hash.length === basemap?.hash.length)',
    tests: [files],
  },
  {
    name: 'lets strangers fill the log',
    file: `${room}/policy/policy-reports.controller.ts`,
    search: 'if (this.lines >= LINES_PER_MINUTE) return;',
    replace: '',
    tests: [of('policy-reports'), files],
  },
  {
    name: 'logs an address with its token',
    file: `${room}/policy/policy-breach.ts`,
    search: 'return origin.length <= MAX_ORIGIN_CHARACTERS ? origin',
    replace: 'return origin.length <= MAX_ORIGIN_CHARACTERS ? text',
    tests: [of('policy-reports')],
  },
  {
    name: 'accepts a style and tiles at the same time',
    file: `${room}/street-map.ts`,
    search: "if (style !== '' && tiles !== '') throw",
    replace: "if (style === 'never') throw",
    tests: [of('app-settings'), files],
  },
];
