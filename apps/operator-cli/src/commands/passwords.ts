import { whileLocked } from '../credentials/file-lock.js';
import { credentialsOf, type SessionAnswer } from '../credentials/session-answer.js';
import { UsageError } from '../errors/cli-error.js';
import { ask } from '../output/ask.js';
import { linesOfInput } from '../output/standard-input.js';
import type { CommandGroup } from '../session/command-work.js';
import type { Session } from '../session/session.js';
import { choosePassword } from './choose-password.js';

interface FromInput {
  stdin?: boolean;
}

/** The current secret and the new password, typed or from two lines of stdin. */
async function secretAndPassword({ terminal }: Session, { stdin }: FromInput, question: string): Promise<[string, string]> {
  if (!stdin) {
    if (terminal.stdin.isTTY !== true) throw new UsageError('There is no terminal: use --stdin.');
    return [await ask(terminal, question, { hidden: true }), await choosePassword(terminal)];
  }
  const [known, chosen] = await linesOfInput(terminal);
  if (!known || !chosen) throw new UsageError('--stdin needs two lines: the current password or the secret, and the new password.');
  return [known, chosen];
}

async function change(session: Session, options: FromInput): Promise<void> {
  const { api, credentials, url, output } = session;
  const [oldPassword, newPassword] = await secretAndPassword(session, options, 'Present password: ');
  const answer = await api.send<SessionAnswer>('POST', '/auth/password', { body: { oldPassword, newPassword } });
  // The change ends all sessions; the answer contains a new one.
  await whileLocked(`${credentials.path}.lock`, () => {
    const known = credentials.read(url);
    if (known !== undefined) credentials.write(url, credentialsOf(known.email, answer));
    return Promise.resolve();
  });
  output.done('The password was changed; all other sessions have ended.');
}

async function reset(session: Session, options: FromInput): Promise<void> {
  const [secret, newPassword] = await secretAndPassword(session, options, 'One-time secret: ');
  await session.api.send('POST', '/auth/password/reset', { body: { secret, newPassword }, token: null });
  session.output.done('The password was set. Sign in with: waymark login');
}

export const passwordCommands: CommandGroup = (program, act) => {
  const group = program.command('password').description('manage your own password; never pass it as an argument');
  group
    .command('change')
    .description('change your password')
    .option('--stdin', 'read the current and the new password from two lines of stdin')
    .action(act<FromInput>(change));
  group
    .command('reset')
    .description('choose a password with a one-time secret (waymark people password-link)')
    .option('--stdin', 'read the secret and the new password from two lines of stdin')
    .action(act<FromInput>(reset));
};
