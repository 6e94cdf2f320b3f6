import { body, type InputCase, VALID_TEXT } from '../input-case.js';

const typed = (name: string, want: number | number[], type: string | undefined, more: Partial<InputCase> = {}): InputCase => ({
  name: `content-type ${name}`,
  want: typeof want === 'number' ? [want] : want,
  send: { body: VALID_TEXT, headers: type === undefined ? {} : { 'content-type': type } },
  ...more,
});
const stored = { stores: true } as const;
const withHeader = (name: string, want: number | number[], headers: Record<string, string | string[]>, more: Partial<InputCase> = {}) =>
  body(name, want, VALID_TEXT, { headers, ...more });

export const HEADERS: InputCase[] = [
  typed('missing', 415, undefined),
  typed('text/plain', 415, 'text/plain'),
  typed('form', 415, 'application/x-www-form-urlencoded'),
  typed('multipart', 415, 'multipart/form-data; boundary=x'),
  typed('with charset=utf-16', 415, 'application/json; charset=utf-16'),
  typed('with charset=latin1', 415, 'application/json; charset=iso-8859-1'),
  typed('application/json5', 415, 'application/json5'),
  typed('application/jsonp', 415, 'application/jsonp'),
  typed('nonsense', 415, ';;;'),
  typed('with charset=utf-8', 200, 'application/json; charset=UTF-8', stored),
  typed('in capitals', 200, 'APPLICATION/JSON', stored),
  typed('with a +json suffix', [200, 415], 'application/vnd.fleet+json', stored),
  withHeader('the header spelt as in the specification', 200, { ContentType: 'application/json' }, stored),
  withHeader('accept of HTML only', 406, { accept: 'text/html' }),
  withHeader('accept of nothing', 406, { accept: 'application/json;q=0' }),
  withHeader('accept of anything', 200, { accept: '*/*' }, stored),
  withHeader('wait −1 is ignored', 200, { prefer: 'wait=-1' }, stored),
  withHeader('wait 999 counts as 30', 200, { prefer: 'wait=999' }, stored),
  withHeader('wait NaN is ignored', 200, { prefer: 'wait=NaN' }, stored),
  withHeader('an unknown preference is ignored', 200, { prefer: 'return=everything; x="y, z"' }, stored),
  withHeader('an empty Idempotency-Key', 400, { 'idempotency-key': '' }),
  withHeader('an Idempotency-Key of 10,000', 400, { 'idempotency-key': 'k'.repeat(10_000) }),
  withHeader('two Idempotency-Keys', 400, { 'idempotency-key': ['a', 'b'] }),
  withHeader('headers of 64 kB', 431, { 'x-large': 'x'.repeat(65_536) }),
  withHeader('a request id with a new line in it is not echoed', [200, 400], { 'x-request-id': 'a%0d%0aSet-Cookie: x=1' }, stored),
  withHeader('a request id of 8,000', [200, 400], { 'x-request-id': 'r'.repeat(8_000) }, stored),
  withHeader('a broken traceparent is replaced', 200, { traceparent: '00-zz-yy-01' }, stored),
];
