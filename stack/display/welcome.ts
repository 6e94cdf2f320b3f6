import type { FirstOperator } from '../directory/installation-directory.js';
import { shellQuote } from '../processes/shell-quote.js';
import { inviteLink } from './invite-link.js';

export interface Welcome {
  address: string;
  workspace: string;
  token: string;
  seconds: number;
  /** Only at the first start. */
  operator?: FirstOperator;
}

/** curl's option with the token that `tokenLine` exports. */
const AUTHORIZATION = '-H "Authorization: Bearer $TOKEN"';

/** The line that exports the token for the lines below it. */
export function tokenLine({ token }: Pick<Welcome, 'token'>): string {
  return `export TOKEN=${shellQuote(token)}`;
}

/** A shell line that posts one object. */
export function postLine({ address, workspace }: Pick<Welcome, 'address' | 'workspace'>): string {
  const element = {
    externalId: 'forklift-7',
    locationUpdate: { newPosition: { lat: 53.4084, lon: -2.9916 } },
    fieldValues: [{ type: 'Number', field: 'battery', value: 87 }],
    initialExternalObject: { title: 'Forklift 7' },
  };
  const url = `${address}/groups/${workspace}/externalObjects`;
  return `curl -sS ${shellQuote(url)} ${AUTHORIZATION} -H 'Content-Type: application/json' -d ${shellQuote(JSON.stringify([element]))}`;
}

/** A shell line that shows the feed from its beginning, and waits for the first change. */
export function feedLine({ address, workspace }: Pick<Welcome, 'address' | 'workspace'>): string {
  return `curl -sS ${shellQuote(`${address}/groups/${workspace}/changes?cursor=earliest&wait=10`)} ${AUTHORIZATION}`;
}

/** A shell line that logs the operator in. */
export function loginLine(address: string, { email, password }: Pick<FirstOperator, 'email' | 'password'>): string {
  return (
    `curl -sS ${shellQuote(`${address}/auth/login`)} -H ${shellQuote('Content-Type: application/json')} ` +
    `-d ${shellQuote(JSON.stringify({ email, password }))}`
  );
}

function operatorLines({ address, operator }: Welcome): string[] {
  if (operator === undefined) return [];
  return [
    '',
    `Operator account, for creating workspaces and people: ${operator.email}`,
    'Open this link once, within 24 hours, to choose your password and sign in:',
    inviteLink(address, operator),
    `One-time password, shown only this time: ${operator.password}`,
    'It works in the app as well. From the shell:',
    loginLine(address, operator),
    'The token in that answer can only set a new password: POST /auth/password with oldPassword and newPassword.',
  ];
}

/** The first steps for new users, shown when everything is running. */
export function welcomeText(welcome: Welcome, attached: boolean): string {
  return [
    '',
    `Waymark is ready after ${welcome.seconds.toFixed(1)} s.`,
    `  Map app:  ${welcome.address}/app/`,
    `  API docs: ${welcome.address}/docs`,
    '',
    `1. Set a token for workspace "${welcome.workspace}" (valid for 30 days; npm run --silent token prints another):`,
    tokenLine(welcome),
    '',
    '2. Post an object:',
    postLine(welcome),
    '',
    '3. Read it in the feed:',
    feedLine(welcome),
    ...operatorLines(welcome),
    '',
    attached
      ? 'Press Ctrl-C to stop. In another terminal, npm run status shows the processes.'
      : 'Waymark keeps running. npm run status shows the processes, npm stop stops them.',
  ].join('\n');
}
