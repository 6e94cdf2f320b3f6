import { shellQuote } from './shell-quote.js';

export interface Welcome {
  address: string;
  workspace: string;
  token: string;
  seconds: number;
  /** At the first start only. */
  operator?: { email: string; password: string };
}

/** One line that posts one object when pasted into a shell. */
export function postLine({ address, workspace, token }: Pick<Welcome, 'address' | 'workspace' | 'token'>): string {
  const element = {
    externalId: 'forklift-7',
    locationUpdate: { newPosition: { lat: 53.4084, lon: -2.9916 } },
    fieldValues: [{ type: 'Number', field: 'battery', value: 87 }],
    initialExternalObject: { title: 'Forklift 7' },
  };
  const url = `${address}/groups/${workspace}/externalObjects`;
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json'].map((header) => `-H ${shellQuote(header)}`);
  return `curl -sS ${shellQuote(url)} ${headers.join(' ')} -d ${shellQuote(JSON.stringify([element]))}`;
}

/** One line that shows the feed from its beginning when pasted. */
export function feedLine({ address, workspace, token }: Pick<Welcome, 'address' | 'workspace' | 'token'>): string {
  const url = `${address}/groups/${workspace}/changes?cursor=earliest`;
  return `curl -sS ${shellQuote(url)} -H ${shellQuote(`Authorization: Bearer ${token}`)}`;
}

/** One line that logs the operator in when pasted. */
export function loginLine(address: string, { email, password }: NonNullable<Welcome['operator']>): string {
  return `curl -sS ${shellQuote(`${address}/auth/login`)} -H ${shellQuote('Content-Type: application/json')} -d ${shellQuote(JSON.stringify({ email, password }))}`;
}

function operatorLines({ address, operator }: Welcome): string[] {
  if (operator === undefined) return [];
  return [
    '',
    `The operator, who makes workspaces and people: ${operator.email}`,
    `One-time password, shown this once: ${operator.password}`,
    `Sign in with both at ${address}/app/ and choose a password of your own. By hand: the token of the answer is good for setting your own password (POST /auth/password with oldPassword and newPassword):`,
    loginLine(address, operator),
  ];
}

/** What a newcomer needs once everything runs. */
export function welcomeText(welcome: Welcome, attached: boolean): string {
  return [
    '',
    `Waymark is ready after ${welcome.seconds.toFixed(1)} s at ${welcome.address} (the map app; the API to try in a browser: ${welcome.address}/docs)`,
    '',
    `A token for the workspace "${welcome.workspace}", good for 30 days (another: npm run --silent token):`,
    welcome.token,
    '',
    'Post an object; paste this line:',
    postLine(welcome),
    '',
    'Read it in the feed:',
    feedLine(welcome),
    ...operatorLines(welcome),
    '',
    attached ? 'Ctrl-C ends everything. In another terminal: npm run status' : 'It goes on running. npm run status shows it, npm stop ends it.',
  ].join('\n');
}
