import { execa } from 'execa';
import type { SystemUser } from './database-user.js';

/** A program with its arguments, and the user to start it as. */
export interface UserCommand {
  file: string;
  args: string[];
  user?: SystemUser;
}

/**
 * The command with which root runs a program as another user. If that user cannot reach the given paths (such as a checkout under /root),
 * the program keeps the capability to search closed folders; the modes of the folders stay unchanged.
 */
export async function runAs(user: SystemUser | undefined, file: string, args: string[], paths: string[]): Promise<UserCommand> {
  if (!user) return { file, args };
  if (await canReach(user, paths)) return { file, args, user };
  const capability = '+dac_read_search';
  // Without this secure bit, access(2) ignores the capability, and PostgreSQL uses it to check its own program.
  const bits = '--securebits=+no_setuid_fixup';
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', bits];
  return { file: 'setpriv', args: [...identity, `--inh-caps=${capability}`, `--ambient-caps=${capability}`, file, ...args] };
}

async function canReach(user: SystemUser, paths: string[]): Promise<boolean> {
  const tried = await execa('ls', ['-d', ...paths], { ...user, cwd: '/', reject: false });
  return tried.exitCode === 0;
}
