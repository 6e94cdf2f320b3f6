import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface DocsFile {
  type: string;
  content: Buffer;
  etag: string;
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Waymark: the interface</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <main id="interface"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Without it the page is wider than a phone. */
const PAGE_STYLE = 'body { margin: 0; }\n';

/** The document is asked for again by each token that is entered, as it shows what that token may call. */
const START = `const address = '/openapi.json';
let token;

function reloadWith(next, system) {
  token = next;
  system.specActions.download(address);
}

const byToken = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original, system) => (given) => {
          const done = original(given);
          reloadWith(given.token && given.token.value, system);
          return done;
        },
        logout: (original, system) => (names) => {
          const done = original(names);
          reloadWith(undefined, system);
          return done;
        },
      },
    },
  },
};

SwaggerUIBundle({
  url: address,
  dom_id: '#interface',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  persistAuthorization: false,
  plugins: [byToken],
  requestInterceptor: (request) => {
    if (request.loadSpec && token) request.headers.Authorization = 'Bearer ' + token;
    return request;
  },
});
`;

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const;

/** All that the page needs, in memory (2 MB): nothing is ever read by a name from a request. */
export function docsFiles(): ReadonlyMap<string, DocsFile> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const shipped = (name: string): [string, DocsFile] => [name, fileOf(TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES], readFileSync(join(folder, name)))];
  return new Map([
    ['index.html', fileOf('text/html; charset=utf-8', Buffer.from(PAGE))],
    ['page.css', fileOf(TYPES.css, Buffer.from(PAGE_STYLE))],
    ['start.js', fileOf(TYPES.js, Buffer.from(START))],
    ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map(shipped),
  ]);
}

function fileOf(type: string, content: Buffer): DocsFile {
  return { type, content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}
