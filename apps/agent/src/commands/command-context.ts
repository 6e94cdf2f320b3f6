import type { Command } from 'commander';
import { createLogger, type Logger } from '#telemetry/logger.js';
import type { Output } from '#terminal/output.js';
import type { Terminal } from '#terminal/terminal.js';
import type { AgentConfig, SourceConfig } from '../configuration/agent-config.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { type ReadConfiguration, readConfiguration } from '../configuration/read-configuration.js';
import { AgentError } from '../errors/agent-error.js';
import { EXIT } from '../errors/exit-codes.js';

/** Adds one command to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** The context of all commands. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly output: Output;
  /** Aborted by Ctrl-C, and by SIGTERM. */
  readonly signal: AbortSignal;
}

/** Default name of the configuration file. */
export const DEFAULT_FILE = 'agent.yaml';

/** Reads the configuration and prints its warnings on stderr. @throws AgentError that shows all faults */
export function configurationOf(file: string, { terminal, output }: Pick<CommandContext, 'terminal' | 'output'>): ReadConfiguration {
  try {
    const read = readConfiguration(file, terminal.environment);
    for (const warning of read.warnings) output.note(`! ${warning}`);
    return read;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new AgentError(error.message, EXIT.configuration, { cause: error });
  }
}

/** All sources, or only those with these names. @throws AgentError for an unknown name */
export function sourcesNamed({ sources }: AgentConfig, names: readonly string[] | undefined): readonly SourceConfig[] {
  for (const name of names ?? []) {
    if (!sources.some((source) => source.name === name))
      throw new AgentError(
        `There is no source ${JSON.stringify(name)}: there are ${sources.map((source) => source.name).join(', ')}.`,
        EXIT.usage,
      );
  }
  return names === undefined ? sources : sources.filter(({ name }) => names.includes(name));
}

/** For read-only commands, which print their results and log nothing. */
export const silent = (): Logger => createLogger({ service: 'agent', instance: 'command', level: 'silent' });
