import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ObjectsReader } from '../api/objects-reader.js';
import { collected, type CommandGroup, count, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

const TYPES = { csv: 'text/csv', geojson: 'application/geo+json', gpx: 'application/gpx+xml', ndjson: 'application/x-ndjson' } as const;

interface ExportOptions {
  object?: string;
  area?: string;
  bbox?: string;
  near?: string;
  radius?: number;
  from?: string;
  to?: string;
  type?: string[];
  format: keyof typeof TYPES;
  lines?: boolean;
  simplify?: number;
  out?: string;
}

export const historyCommands: CommandGroup = (program, act) => {
  const history: Command = program.command('history').description('export what objects reported and where they were');
  history
    .command('export')
    .description('export history as one stream')
    .argument('<workspace>', 'id of the workspace')
    .option('--object <externalId>', 'only this object')
    .option('--area <areaId>', 'only reports from inside this area')
    .option('--bbox <box>', 'only inside this bounding box: west,south,east,north in degrees')
    .option('--near <place>', 'only around this point: lat,lon (with --radius)')
    .option('--radius <metres>', 'radius around --near in metres', count)
    .option('--from <time>', 'from this time of observation on (RFC 3339)', moment)
    .option('--to <time>', 'up to this time of observation, exclusive', moment)
    .option('--type <types>', 'only objects whose current type is one of these', collected)
    .addOption(new Option('--format <format>', 'what is written').choices(Object.keys(TYPES)).default('csv'))
    .option('--lines', 'GeoJSON: lines instead of points')
    .option('--simplify <metres>', 'GeoJSON and GPX: leave out positions within this distance of the line', count)
    .option('--out <file>', 'write to this file instead of stdout')
    .action(act<ExportOptions>((session, options, workspace) => exportHistory(session, workspace!, options)));
};

/** Checked before the export starts. */
function moment(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time such as 2026-11-21T08:00:00Z.');
  return time.toISOString();
}

/**
 * The export uses a token that is valid for 15 minutes and recorded in the audit, since an operator's own token cannot open a workspace.
 */
async function exportHistory(session: Session, workspace: string, options: ExportOptions): Promise<void> {
  const reader = (await session.isOperator()) ? new ObjectsReader(session.api, workspace, 'waymark history export') : undefined;
  try {
    const pieces = await session.api.open(addressOf(workspace, options), TYPES[options.format], await reader?.token());
    if (options.out === undefined) await print(session, pieces);
    else {
      await intoFile(options.out, pieces);
      session.output.done(`Written to ${options.out}.`);
    }
  } finally {
    await reader
      ?.close()
      .catch(() =>
        session.output.note(
          'The token used to read the history could not be revoked; it expires within 15 minutes. See: waymark token list',
        ),
      );
  }
}

function addressOf(workspace: string, { object, type = [], format, lines, simplify, radius, ...given }: ExportOptions): string {
  const query = new URLSearchParams({ format });
  for (const name of ['area', 'bbox', 'near', 'from', 'to'] as const) if (given[name] !== undefined) query.set(name, given[name]);
  for (const each of type) query.append('type', each);
  if (radius !== undefined) query.set('radius', String(radius));
  if (lines) query.set('geometry', 'lines');
  if (simplify !== undefined) query.set('simplify', String(simplify));
  return `/groups/${part(workspace)}${object === undefined ? '' : `/externalObjects/${part(object)}`}/history?${query}`;
}

async function print({ terminal }: Session, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    terminal.out(decoder.decode(piece, { stream: true }));
    // Without the wait, a slow pipe would make the output accumulate in memory.
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  }
  terminal.out(decoder.decode());
}

/** The file appears only when it is complete. */
async function intoFile(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const begun = `${file}.part`;
  try {
    await pipeline(pieces, createWriteStream(begun));
    await rename(begun, file);
  } catch (error) {
    await rm(begun, { force: true });
    throw error;
  }
}
