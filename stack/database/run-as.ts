import { execa } from 'execa';
import type { SystemUser } from './database-user.js';

/** A program with its arguments, and the user to start it as. */
export interface UserCommand {
  file: string;
  args: string[];
  user?: SystemUser;
}

/**
 * How root runs a program as another user. When that user can't reach the given paths (a checkout under /root, whose
 * folder is closed to others), the program keeps the one capability of walking through closed folders; the folders'
 * own modes stay as they are.
 */
export async function runAs(user: SystemUser | undefined, file: string, args: string[], paths: string[]): Promise<UserCommand> {
  if (!user) return { file, args };
  if (await canReach(user, paths)) return { file, args, user };
  const capability = '+dac_read_search';
  // Without this secure bit access(2) ignores the capability, and PostgreSQL asks it for its own program.
  const bits = '--securebits=+no_setuid_fixup';
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', bits];
  return { file: 'setpriv', args: [...identity, `--inh-caps=${capability}`, `--ambient-caps=${capability}`, file, ...args] };
}

async function canReach(user: SystemUser, paths: string[]): Promise<boolean> {
  const tried = await execa('ls', ['-d', ...paths], { ...user, cwd: '/', reject: false });
  return tried.exitCode === 0;
}
