import { printable } from '#terminal/printable.js';
import type { SourceConfig } from '../configuration/agent-config.js';
import { AgentError } from '../errors/agent-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { checkGateway } from '../gateway/check-gateway.js';
import { mapReading } from '../mapping/map-reading.js';
import type { Finding, Received } from '../reading/source.js';
import { sourceKind } from '../sources/sources.js';
import { type AddCommand, configurationOf, DEFAULT_FILE, silent, sourcesNamed } from './command-context.js';
import { collected } from './options.js';

/** Longer than a check's own timeouts allow, so that a hanging check does not hang the command. */
const TIMEOUT_MS = 20_000;
const SAMPLES_SHOWN = 3;
const MAX_SHOWN = 400;

/** The result of checking the gateway or a source. */
interface Checked {
  readonly of: string;
  readonly findings: readonly Finding[];
  readonly samples: readonly { readonly document: unknown; readonly becomes: unknown }[];
}

export const checkCommand: AddCommand = (program, { terminal, output, signal }) => {
  program
    .command('check')
    .description('connect to the gateway and to each source, say what is seen there, send nothing')
    .argument('[file]', 'the configuration', DEFAULT_FILE)
    .option('--source <name>', 'only this one, and the gateway; may be given again', collected)
    .option('--json', 'as JSON')
    .action(async (file: string, options: { source?: string[]; json?: boolean }) => {
      const { config } = configurationOf(file, { terminal, output });
      const checked = await Promise.all([
        checkGateway(config.gateway).then((findings): Checked => ({ of: 'gateway', findings, samples: [] })),
        ...sourcesNamed(config, options.source).map((source) => checkSource(source, signal)),
      ]);
      if (options.json) output.value(checked);
      else for (const each of checked) output.text(textOf(each));
      const faulty = checked.filter(({ findings }) => findings.some(({ level }) => level === 'fault'));
      if (faulty.length > 0) throw new AgentError(`Not as it must be: ${faulty.map((each) => each.of).join(', ')}.`, EXIT.faulty);
    });
};

async function checkSource(source: SourceConfig, ended: AbortSignal): Promise<Checked> {
  const { name, kind, options } = source;
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([ended, late]);
  try {
    const tooLate = new Promise<never>((_, reject) =>
      late.addEventListener('abort', () => reject(new Error(`nothing was found out within ${TIMEOUT_MS / 1000} s`))),
    );
    const { findings, samples } = await Promise.race([sourceKind(kind)!.check(options as never, { name, log: silent(), signal }), tooLate]);
    const becoming = await Promise.all(
      samples.slice(0, SAMPLES_SHOWN).map(async (received) => ({ document: received.document, becomes: await becomes(received, source) })),
    );
    return { of: name, findings: [...findings, ...sampleFindings(becoming)], samples: becoming };
  } catch (error) {
    return { of: name, findings: [{ level: 'fault', text: (error as Error).message }], samples: [] };
  }
}

async function becomes(received: Received, source: SourceConfig): Promise<unknown> {
  const mapped = await mapReading(received, source);
  return 'element' in mapped ? mapped.element : mapped;
}

/** A source may be connected and still be useless, when nothing from it would be sent. */
function sampleFindings(samples: readonly { becomes: unknown }[]): Finding[] {
  if (samples.length === 0) return [];
  const kept = samples.filter(({ becomes: element }) => 'quarantined' in (element as object));
  if (kept.length === 0) return [];
  return [
    {
      level: kept.length === samples.length ? 'fault' : 'warning',
      text: `${kept.length} of ${samples.length} samples would be kept apart instead of sent: see why below, and mend the map.`,
    },
  ];
}

const SIGNS: Readonly<Record<Finding['level'], string>> = { fine: '✓', warning: '!', fault: '✗' };

function textOf({ of, findings, samples }: Checked): string {
  return [
    of,
    ...findings.map(({ level, text }) => `  ${SIGNS[level]} ${printable(text)}`),
    ...samples.flatMap(({ document, becomes: element }) => [
      `    came     ${short(document)}`,
      'quarantined' in (element as object)
        ? `    is kept  ${short((element as { quarantined: unknown }).quarantined)}`
        : `    becomes  ${short(element)}`,
    ]),
  ].join('\n');
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return printable(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}
