import type { Command } from 'commander';

export interface Word {
  word: string;
  description: string;
}

/** The subcommands and options of each command, by the words of the command (`waymark workspace`). */
export function commandWords(program: Command): ReadonlyMap<string, Word[]> {
  const words = new Map<string, Word[]>();
  const visit = (command: Command, path: string, inherited: readonly Word[]): void => {
    const help = command.createHelp();
    const commands = help.visibleCommands(command);
    const own = help.visibleOptions(command).flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
    const options = [...own, ...inherited.filter(({ word }) => !own.some((option) => option.word === word))];
    words.set(path, [...commands.map((each) => ({ word: each.name(), description: each.description() })), ...options]);
    for (const each of commands)
      if (each.name() !== 'help')
        visit(
          each,
          `${path} ${each.name()}`,
          options.filter(({ word }) => word !== '--version'),
        );
  };
  visit(program, program.name(), []);
  return words;
}
