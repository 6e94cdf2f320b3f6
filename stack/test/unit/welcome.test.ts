import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedLine, loginLine, postLine, tokenLine, welcomeText } from '#stack/display/welcome.js';
import { shellQuote } from '#stack/processes/shell-quote.js';
import { addressOf } from '#stack/settings/stack-settings.js';

const welcome = { address: 'http://localhost:8080', workspace: 'demo', token: 'aaa.bbb.ccc', seconds: 9.87 };

it('quotes any text as one shell word', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      fc.pre(!text.includes('\0'));
      expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(text);
    }),
    { numRuns: 50 },
  );
});

it('prints a line that a shell reads as one call of curl with one valid element', () => {
  const line = postLine(welcome);
  expect(line).not.toContain('\n');
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${tokenLine(welcome)}\n${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(words.slice(0, -1)).toEqual([
    '-sS',
    'http://localhost:8080/groups/demo/externalObjects',
    '-H',
    'Authorization: Bearer aaa.bbb.ccc',
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  expect(JSON.parse(words.at(-1)!)).toMatchObject([{ externalId: 'forklift-7', locationUpdate: { newPosition: { lat: 53.4084 } } }]);
});

it('shows the addresses, the token once, both lines and how to end it', () => {
  const text = welcomeText(welcome, true);
  for (const part of [
    'ready after 9.9 s',
    `${welcome.address}/app/`,
    `${welcome.address}/docs`,
    postLine(welcome),
    feedLine(welcome),
    'Ctrl-C',
  ])
    expect(text).toContain(part);
  expect(text.split('\n')).toContain(tokenLine(welcome));
  expect(text.split(welcome.token).length - 1).toBe(1);
  expect(welcomeText(welcome, false)).toContain('npm stop');
});

it('shows the operator and the one-time password at the first start only, with a line that logs in', () => {
  const operator = { email: 'operator@localhost', password: 'abcde-fghij', secret: 's'.repeat(43) };
  const text = welcomeText({ ...welcome, operator }, true);
  const link = `\n${welcome.address}/app/#invite=${operator.secret}&for=operator@localhost\n`;
  for (const part of [
    operator.email,
    link,
    `One-time password, shown only this time: ${operator.password}`,
    loginLine(welcome.address, operator),
  ])
    expect(text).toContain(part);
  const { email, password } = operator;
  expect(
    execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${loginLine(welcome.address, operator)}`], { encoding: 'utf8' }),
  ).toContain(JSON.stringify({ email, password }));
  expect(welcomeText(welcome, true)).not.toContain('password');
});

it.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['10.1.2.3', 'http://10.1.2.3:8080'],
  ['fe80::1', 'http://[fe80::1]:8080'],
])('shows the address of a gateway that listens on %s', (host, address) => expect(addressOf({ host, port: 8080 })).toBe(address));
