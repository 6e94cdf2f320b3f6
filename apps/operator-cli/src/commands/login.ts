import { RefusedError } from '../api/refused-error.js';
import { type Credentials } from '../credentials/credentials-file.js';
import { whileLocked } from '../credentials/file-lock.js';
import { accessOf, credentialsOf, type SessionAnswer } from '../credentials/session-answer.js';
import { CliError, UsageError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { ask } from '../output/ask.js';
import { linesOfInput } from '../output/standard-input.js';
import type { CommandGroup } from '../session/command-work.js';
import type { Session } from '../session/session.js';
import { choosePassword } from './choose-password.js';

interface Passwords {
  password: string;
  /** Asks for a new password, if the account must choose one. */
  next: () => Promise<string>;
}

/** Reads stdin: the password, and on a second line the new one if it is required. */
async function fromInput(session: Session): Promise<Passwords> {
  const [password = '', next] = await linesOfInput(session.terminal);
  if (password === '') throw new UsageError('--password-stdin: there is no password on stdin.');
  return {
    password,
    next: () =>
      next
        ? Promise.resolve(next)
        : Promise.reject(
            new CliError(
              'This password must be changed first: sign in at a terminal, or give the new one on a second line of stdin.',
              EXIT.notSignedIn,
            ),
          ),
  };
}

async function fromTerminal({ terminal }: Session): Promise<Passwords> {
  const password = await ask(terminal, 'Password: ', { hidden: true });
  return {
    password,
    next: async () => {
      terminal.err('This password must be changed now.\n');
      return choosePassword(terminal);
    },
  };
}

async function logIn({ api }: Session, email: string, { password, next }: Passwords): Promise<Credentials> {
  const answer = await api.send<SessionAnswer>('POST', '/auth/login', { body: { email, password }, token: null });
  if (answer.mustChangePassword !== true) return credentialsOf(email, answer);
  const newPassword = await next();
  return credentialsOf(
    email,
    await api.send('POST', '/auth/password', { body: { oldPassword: password, newPassword }, token: accessOf(answer).token }),
  );
}

async function login(session: Session, { email, passwordStdin }: { email?: string; passwordStdin?: boolean }): Promise<void> {
  const { terminal, output, credentials, url } = session;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    output.note(`Warning: the connection to ${url} is not encrypted, and the password is sent over it.`);
  if (!passwordStdin && terminal.stdin.isTTY !== true)
    throw new UsageError('There is no terminal to ask for the password: use --password-stdin, and --email for the address.');
  if (passwordStdin && !email) throw new UsageError('--password-stdin needs --email.');
  const address = email ?? (await ask(terminal, 'E-mail: ')).trim();
  const made = await logIn(session, address, passwordStdin ? await fromInput(session) : await fromTerminal(session));
  await whileLocked(`${credentials.path}.lock`, () => Promise.resolve(credentials.write(url, made)));
  output.done(`Signed in to ${url} as ${address}. The session is stored in ${credentials.path}.`);
}

async function logout({ api, output, credentials, url }: Session): Promise<void> {
  await whileLocked(`${credentials.path}.lock`, async () => {
    const known = credentials.read(url);
    if (known === undefined) return output.done(`You are not signed in to ${url}.`);
    credentials.write(url, undefined);
    try {
      await api.send('POST', '/auth/logout', { body: { refreshToken: known.refreshToken }, token: null });
    } catch (error) {
      // 401: the session has already ended on the server.
      if (!(error instanceof RefusedError) || error.status !== 401) throw error;
    }
    output.done(`Signed out of ${url}.`);
  });
}

export const loginCommands: CommandGroup = (program, act) => {
  program
    .command('login')
    .description('sign in; asks for the password, which is never an argument')
    .option('--email <address>', 'default: asks for it')
    .option('--password-stdin', 'read the password from stdin, and from a second line the new one if it must be changed')
    .action(act<{ email?: string; passwordStdin?: boolean }>(login));
  program.command('logout').description('sign out and end the session').action(act(logout));
};
