import { type InputCase, VALID_TEXT } from '../input-case.js';

const get = (name: string, path: string, want: number | number[], headers: Record<string, string> = {}): InputCase => ({
  name: `path: ${name}`,
  want: typeof want === 'number' ? [want] : want,
  send: { method: 'GET', path, headers },
});
const other = (method: string, path: string, want: number | number[]): InputCase => ({
  name: `path: ${method} ${path}`,
  want: typeof want === 'number' ? [want] : want,
  send: { method, path },
});
const post = (name: string, path: string, want: number | number[]): InputCase => ({
  name: `path: POST ${name}`,
  want: typeof want === 'number' ? [want] : want,
  send: { path, body: VALID_TEXT, headers: { 'content-type': 'application/json' } },
});
const objects = '/groups/{g}/externalObjects';

export const PATHS: InputCase[] = [
  get('unknown', '/nothing/here', 404),
  get('outside the groups', '/groups', 404),
  get('internal route', '/internal/groups/{g}/operations/0', 404),
  get('bad escape', `${objects}/%ZZ`, 400),
  get('half an escape', `${objects}/%E0%A4`, 400),
  get('NUL in the id', `${objects}/%00`, 422),
  get('control in the id', `${objects}/a%0d%0ab`, 422),
  get('an encoded slash is part of the id', `${objects}/a%2Fb`, 404),
  get('an escape is decoded once', `${objects}/a%252Fb`, 404),
  get('encoded dots', `${objects}/..%2f..%2fetc%2fshadow`, 404),
  get('SQL in the id', `${objects}/';DROP%20TABLE%20objects;--`, 404),
  get('unknown id', `${objects}/input-nobody`, 404),
  get('an inherited name as an id', `${objects}/hasOwnProperty`, 404),
  get('an id of 257', `${objects}/${'x'.repeat(257)}`, [404, 422]),
  get('an id of 10,000', `${objects}/${'x'.repeat(10_000)}`, [404, 414, 422, 431]),
  get('history of an unknown id', `${objects}/input-nobody/history`, 404),
  get('another workspace', '/groups/someone-else/externalObjects', 403),
  get('another workspace that does not exist', '/groups/nobody-at-all/externalObjects', 403),
  post('to another workspace', '/groups/someone-else/externalObjects', 403),
  post('to a workspace with a slash', '/groups/a%2Fb/externalObjects', [403, 404]),
  post('to a workspace like a path', '/groups/..%2f..%2fadmin/externalObjects', [403, 404]),
  post('to an unknown sub-path', `${objects}/a/b/c`, 404),
  other('DELETE', objects, 405),
  other('PUT', objects, 405),
  other('TRACE', objects, [404, 405]),
  other('DELETE', `${objects}/a/history`, 405),
  other('POST', `${objects}/a/history`, [404, 405]),
  get('an operation that never was', '/groups/{g}/operations/01890000-0000-7000-8000-000000000000-0123456789', 404),
  get('an operation without its seal', '/groups/{g}/operations/01890000-0000-7000-8000-000000000000', 404),
  get('noise as an operation', '/groups/{g}/operations/%F0%9F%9A%9A', 404),
];

const feed = (name: string, query: string, want: number | number[] = 400) => get(`feed, ${name}`, `/groups/{g}/changes?${query}`, want);
const list = (name: string, query: string, want: number | number[] = 400) => get(`list, ${name}`, `${objects}?${query}`, want);

export const QUERIES: InputCase[] = [
  feed('noise as a cursor', 'cursor=noise'),
  feed('an empty cursor', 'cursor='),
  feed('a cursor of 10,000', `cursor=${'A'.repeat(10_000)}`, [400, 414, 431]),
  feed('base64 of an offset list as a cursor', `cursor=${Buffer.from('{"offsets":[9,9,9]}').toString('base64url')}`),
  feed('limit 0', 'limit=0'),
  feed('limit −1', 'limit=-1'),
  feed('limit 1e9', 'limit=1e9'),
  feed('limit 1000000000', 'limit=1000000000'),
  feed('limit of letters', 'limit=ten'),
  feed('limit twice', 'limit=1&limit=2'),
  feed('an unknown mode', 'mode=everything'),
  feed('wait −1', 'wait=-1', [200, 400]),
  feed('an unknown word as a cursor', 'cursor=newest'),
  list('noise as a cursor', 'cursor=noise'),
  list('three corners', 'bbox=1,2,3'),
  list('letters as a box', 'bbox=a,b,c,d'),
  list('a box with south above north', 'bbox=1,10,2,5'),
  list('a box beyond the poles', 'bbox=1,-91,2,5'),
  list('an infinite box', 'bbox=-Infinity,-90,Infinity,90'),
  list('a box with five numbers', 'bbox=1,2,3,4,5'),
  list('an empty box', 'bbox='),
  list('limit 0', 'limit=0'),
  list('limit 1e9', 'limit=1e9'),
  list('an array as a parameter', 'limit[]=1', [200, 400]),
  get('list, a box over the antimeridian', `${objects}?bbox=170,-10,-170,10`, 200),
];
