import type { ServerCommand } from '#stack/processes/server-command.js';

const DEATH_SIGNAL = ['--pdeathsig', 'KILL'];

/**
 * Makes Linux kill a test's server as soon as its parent process ends, for any reason: a worker that vitest kills cannot stop its servers
 * itself. On other systems the command stays unchanged.
 */
export function dieWithParent<Command extends Pick<ServerCommand, 'file' | 'args'>>(command: Command): Command {
  if (process.platform !== 'linux') return command;
  // A change of the user would clear the signal, so a command that changes the user with setpriv must set the signal itself.
  const args = command.file === 'setpriv' ? command.args : [command.file, ...command.args];
  return { ...command, file: 'setpriv', args: [...DEATH_SIGNAL, ...args] };
}
