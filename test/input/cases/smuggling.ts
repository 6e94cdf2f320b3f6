import { type InputCase, type RawParts, VALID_TEXT } from '../input-case.js';

const raw = (
  name: string,
  want: number | number[],
  lines: (parts: RawParts) => string[],
  payload: string | Buffer = VALID_TEXT,
  { end, ...more }: { end?: true; stores?: true } = {},
): InputCase => ({
  name: `wire: ${name}`,
  want: typeof want === 'number' ? [want] : want,
  send: {
    raw: (parts) => [
      [
        `POST ${parts.path} HTTP/1.1`,
        `Host: ${parts.host}`,
        `Authorization: ${parts.authorization}`,
        'Content-Type: application/json',
        ...lines(parts),
        '',
        '',
      ].join('\r\n'),
      payload,
    ],
    ...(end && { end }),
  },
  ...more,
});
const length = Buffer.byteLength(VALID_TEXT);
const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

/** Bytes that a client library would never send. 0 in `want`: the connection may be closed without a word. */
export const SMUGGLING: InputCase[] = [
  raw(
    'Content-Length with Transfer-Encoding',
    [400],
    () => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
    chunked(VALID_TEXT),
  ),
  raw('two Content-Lengths', 400, () => [`Content-Length: ${length}`, 'Content-Length: 5']),
  raw('a list of Content-Lengths', 400, () => [`Content-Length: ${length}, 5`]),
  raw('a negative Content-Length', 400, () => ['Content-Length: -1']),
  raw('a signed Content-Length', 400, () => [`Content-Length: +${length}`]),
  raw('a hexadecimal Content-Length', 400, () => ['Content-Length: 0x10']),
  raw('a Content-Length of 30 digits', [400, 413], () => [`Content-Length: ${'9'.repeat(30)}`]),
  raw('a Content-Length of 100 GB', 413, () => ['Content-Length: 100000000000']),
  raw('Transfer-Encoding xchunked', [400, 501], () => ['Transfer-Encoding: xchunked'], chunked(VALID_TEXT)),
  raw(
    'Transfer-Encoding chunked twice',
    [400, 501],
    () => ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    chunked(VALID_TEXT),
  ),
  raw('a chunk size that is no number', 400, () => ['Transfer-Encoding: chunked'], 'zz\r\nabc\r\n0\r\n\r\n'),
  raw('a chunk size beyond 64 bits', 400, () => ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\nabc\r\n0\r\n\r\n'),
  raw('chunks with a huge extension', [400, 413], () => ['Transfer-Encoding: chunked'], `1;${'x'.repeat(200_000)}\r\n[\r\n0\r\n\r\n`),
  raw('chunked, well-formed', 200, () => ['Transfer-Encoding: chunked', 'Connection: close'], chunked(VALID_TEXT), { stores: true }),
  raw('a bare line feed', 400, () => [`Content-Length: ${length}`, 'X-A: b\nX-C: d']),
  raw('a blank before the colon', 400, () => [`Content-Length : ${length}`]),
  raw('a folded header', 400, () => [`Content-Length: ${length}`, 'X-A: b', ' folded']),
  raw('NUL in a header', 400, () => [`Content-Length: ${length}`, 'X-A: b\u0000c']),
  raw('a header without a name', 400, () => [`Content-Length: ${length}`, ': x']),
  raw('two Host headers', 400, () => [`Content-Length: ${length}`, 'Host: elsewhere']),
  raw('two Authorization headers', [400, 401], ({ authorization }) => [`Content-Length: ${length}`, `Authorization: ${authorization}x`]),
  raw('more body than announced', [400], () => ['Content-Length: 5', 'Connection: close']),
  raw('less body than announced, then closed', [0, 400, 408], () => [`Content-Length: ${length + 100}`], VALID_TEXT, { end: true }),
  raw('cut in a chunk', [0, 400, 408], () => ['Transfer-Encoding: chunked'], 'ff\r\n[{', { end: true }),
  raw('2,000 headers', [400, 431], () => [`Content-Length: ${length}`, ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1`)]),
  { name: 'wire: not HTTP', want: [400], send: { raw: () => ['\u0016\u0003\u0001 hello\r\n\r\n'] } },
  { name: 'wire: HTTP/2 preface', want: [400, 505], send: { raw: () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'] } },
  { name: 'wire: an unknown method', want: [400, 405, 501], send: { raw: ({ host }) => [`SMUGGLE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`] } },
  { name: 'wire: no Host', want: [400], send: { raw: ({ path }) => [`GET ${path} HTTP/1.1\r\n\r\n`] } },
  {
    name: 'wire: an absolute address of elsewhere',
    want: [400, 401, 404, 421],
    send: { raw: ({ host }) => [`GET http://169.254.169.254/latest HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`] },
  },
  { name: 'wire: a blank in the target', want: [400], send: { raw: ({ host }) => [`GET /groups/a b HTTP/1.1\r\nHost: ${host}\r\n\r\n`] } },
  { name: 'wire: CONNECT', want: [0, 400, 404, 405], send: { raw: () => ['CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n'] } },
  {
    name: 'wire: upgrade to a websocket',
    want: [400, 401, 404, 426],
    send: {
      raw: ({ host }) => [
        `GET /groups/x/changes HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade, ` +
          `close\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ],
    },
  },
];
