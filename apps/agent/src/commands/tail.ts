import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '#terminal/printable.js';
import type { SourceConfig } from '../configuration/agent-config.js';
import { AgentError } from '../errors/agent-error.js';
import { mapReading } from '../mapping/map-reading.js';
import type { SourceContext } from '../reading/source.js';
import { sourceKind } from '../sources/sources.js';
import { type AddCommand, type CommandContext, configurationOf, DEFAULT_FILE, silent, sourcesNamed } from './command-context.js';
import { collected, count } from './options.js';
import { tailLine } from './tail-line.js';

const END_MS = 5_000;

export const tailCommand: AddCommand = (program, context) => {
  program
    .command('tail')
    .description('show what would be sent, as it comes; sends nothing, keeps nothing')
    .argument('[file]', 'the configuration', DEFAULT_FILE)
    .option('--source <name>', 'only this one; may be given again', collected)
    .option('--count <n>', 'end after so many', count)
    .option('--json', 'a line of JSON each, with the message that it was made of')
    .action((file: string, options: { source?: string[]; count?: number; json?: boolean }) => tail(file, options, context));
};

async function tail(
  file: string,
  { source: names, count: most = Infinity, json = false }: { source?: string[]; count?: number; json?: boolean },
  context: CommandContext,
): Promise<void> {
  const { output, signal } = context;
  const { config } = configurationOf(file, context);
  const enough = new AbortController();
  const ended = AbortSignal.any([signal, enough.signal]);
  let shown = 0;
  const deliverTo =
    (source: SourceConfig): SourceContext['deliver'] =>
    async (messages) => {
      for (const received of messages) {
        const mapped = await mapReading(received, source);
        if (ended.aborted || shown >= most) return;
        shown += 1;
        if (json) output.line({ source: source.name, ...mapped, document: received.document });
        else output.text(tailLine(source.name, mapped));
        if (shown >= most) enough.abort();
      }
    };
  const running = sourcesNamed(config, names).map((source) => look(source, { ...context, signal: ended }, deliverTo(source)));
  const all = Promise.all(running).then(() => undefined);
  // Bounds the shutdown, so that a hanging source does not hang the command.
  const limit = new Promise<void>((resolve) =>
    ended.addEventListener('abort', () => void sleep(END_MS, undefined, { ref: false }).then(resolve), { once: true }),
  );
  await Promise.race([all, limit]);
}

async function look(source: SourceConfig, { output, signal }: CommandContext, deliver: SourceContext['deliver']): Promise<void> {
  const log = (text: string): void => {
    if (!signal.aborted) output.note(`${source.name}: ${printable(text)}`);
  };
  try {
    await sourceKind(source.kind)!.run(source.options as never, {
      name: source.name,
      log: silent(),
      signal,
      place: undefined,
      lookOnly: true,
      deliver,
      connected: (detail) => log(`connected, ${detail}`),
      disconnected: (detail) => log(`not connected: ${detail}`),
    });
  } catch (error) {
    if (!signal.aborted) throw new AgentError(`${source.name}: ${(error as Error).message}`, undefined, { cause: error });
  }
}
