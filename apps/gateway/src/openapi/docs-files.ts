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
    <p id="refusal" role="alert" hidden></p>
    <main id="interface"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The first rule keeps the page within the width of a phone; the last ones place the refusal above the form for the token. */
const PAGE_STYLE = `body { margin: 0; }
#refusal { position: fixed; z-index: 10000; inset: 0 0 auto; margin: 0; padding: 0.75rem 1rem; background: #b3261e; color: #fff; font: 1rem/1.4 sans-serif; }
#refusal[hidden] { display: none; }
`;

/** Requests the document again with each entered token, since the document contains only the operations that the token may use. */
const START = `const address = '/openapi.json';
const refusal = document.getElementById('refusal');
let token;
let attempts = 0;

function reloadWith(next, system, reason) {
  token = next;
  refusal.textContent = reason || '';
  refusal.hidden = !reason;
  system.specActions.download(address);
}

/** Why the gateway refuses a token; undefined if it does not, or is unreachable, which the page then shows itself. */
async function refusalOf(entered) {
  try {
    const answer = await fetch(address, { headers: { Authorization: 'Bearer ' + entered } });
    if (answer.status !== 401) return undefined;
    return (await answer.json()).detail || 'It is not valid.';
  } catch (error) {
    // For example a line break, which no header can contain.
    return error instanceof TypeError && !/^[\\x21-\\x7e]*$/.test(entered) ? 'It has characters that no token has.' : undefined;
  }
}

const byToken = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original, system) => async (given) => {
          const entered = given.token && given.token.value;
          const attempt = (attempts += 1);
          const why = entered ? await refusalOf(entered) : undefined;
          if (attempt !== attempts) return undefined;
          if (why !== undefined) return reloadWith(undefined, system, 'This token is refused: ' + why + ' Shown is what is open to anyone.');
          const done = original(given);
          reloadWith(entered, system);
          return done;
        },
        logout: (original, system) => (names) => {
          attempts += 1;
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

/** All files of the page, in memory (2 MB), so that a name from a request never reaches the file system. */
export function docsFiles(): ReadonlyMap<string, DocsFile> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const shipped = (name: string): [string, DocsFile] => [
    name,
    fileOf(TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES], readFileSync(join(folder, name))),
  ];
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
