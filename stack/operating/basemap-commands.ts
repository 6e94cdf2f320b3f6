import { InvalidArgumentError } from 'commander';
import type { Bounds } from '#tile-archives/tile-archive.js';
import { CliError } from '../../apps/operator-cli/src/errors/cli-error.js';
import { EXIT } from '../../apps/operator-cli/src/errors/exit-codes.js';
import type { CommandGroup } from '../../apps/operator-cli/src/session/command-work.js';
import type { Session } from '../../apps/operator-cli/src/session/session.js';

const GIGABYTE = 1e9;

interface FolderChoice {
  folder?: string;
}

interface AddChoice extends FolderChoice {
  bbox?: Bounds;
  name?: string;
  maxGigabytes: number;
}

async function folderOf({ folder }: FolderChoice): Promise<string> {
  if (folder !== undefined) return folder;
  const { readStackSettings, streetsFolder } = await import('../settings/stack-settings.js');
  return streetsFolder(readStackSettings());
}

async function add({ output }: Session, { bbox: region, name, maxGigabytes, ...choice }: AddChoice, from: string): Promise<void> {
  const [{ addStreetMap }, { ArchiveError }] = await Promise.all([
    import('../basemap/street-map-files.js'),
    import('#tile-archives/tile-archive.js'),
  ]);
  try {
    const { facts, ...added } = await addStreetMap({
      from,
      folder: await folderOf(choice),
      region,
      name,
      maxBytes: maxGigabytes * GIGABYTE,
    });
    if (output.json) return output.value({ ...added, ...facts });
    output.text(
      `Added ${added.name}: zooms ${facts.minZoom} to ${facts.maxZoom}, ${(added.bytes / 1e6).toFixed(1)} ` +
        `MB, ${added.file}\nThe gateway finds it within seconds; people see it when they load the map again.`,
    );
  } catch (error) {
    if (error instanceof ArchiveError) throw new CliError(error.message, EXIT.refused, { cause: error });
    throw error;
  }
}

async function list({ output }: Session, choice: FolderChoice): Promise<void> {
  const { listStreetMaps } = await import('../basemap/street-map-files.js');
  const folder = await folderOf(choice);
  const { archives, facts, faulty } = await listStreetMaps(folder);
  const maps = archives.map(({ name, file, bytes }, n) => ({ name, file, bytes, ...facts[n]! }));
  if (output.json) return output.value({ folder, maps, faulty });
  if (maps.length === 0) output.text(`No street maps in ${folder}; the one that comes with Waymark shows Monaco.`);
  for (const { name, bytes, schema, minZoom, maxZoom, bounds } of maps)
    output.text(
      `${name}  ${(bytes / 1e6).toFixed(1)} MB  ${schema}  zooms ${minZoom}-${maxZoom}  ` +
        `${bounds.map((degrees) => degrees.toFixed(3)).join(',')}`,
    );
  for (const { file, fault } of faulty) output.text(`${file} cannot be shown: ${fault}`);
}

async function remove({ output }: Session, choice: FolderChoice, name: string): Promise<void> {
  const { removeStreetMap } = await import('../basemap/street-map-files.js');
  const folder = await folderOf(choice);
  if (!(await removeStreetMap(folder, name)))
    throw new CliError(
      `There is no street map ${JSON.stringify(name)} in ${folder}; waymark basemap list shows the existing ones.`,
      EXIT.refused,
    );
  if (output.json) output.value({ removed: name });
  else output.text(`Removed ${name}.`);
}

/** Commands for street maps, on the machine of the installation, since they are files in its folder. */
export const basemapCommands: CommandGroup = (program, act) => {
  const basemap = program.command('basemap').description('manage street maps of the map app (files in a folder of this installation)');
  const folder = 'the folder of the street maps (default: WAYMARK_STREETS, else streets in the data folder)';
  basemap
    .command('add <file-or-url>')
    .description('add a PMTiles or MBTiles file, or a part of one')
    .option('--bbox <west,south,east,north>', 'only this region; from an address, only its tiles are downloaded (PMTiles)', region)
    .option('--name <name>', 'name of the map; default: name of the file')
    .option('--max-gigabytes <n>', 'refuse larger files', gigabytes, 20)
    .option('--folder <folder>', folder)
    .action(act<AddChoice>(add));
  basemap.command('list').description('list street maps').option('--folder <folder>', folder).action(act<FolderChoice>(list));
  basemap.command('remove <name>').description('remove a street map').option('--folder <folder>', folder).action(act<FolderChoice>(remove));
};

function region(text: string): Bounds {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers as [number, number, number, number];
  if (numbers.length !== 4 || !numbers.every(Number.isFinite))
    throw new InvalidArgumentError('It must be four numbers, west,south,east,north, such as 7.38,43.70,7.45,43.76.');
  if (west >= east || south >= north || west < -180 || east > 180 || south < -90 || north > 90)
    throw new InvalidArgumentError('West must be less than east, south less than north, and all on the globe: west,south,east,north.');
  return [west, south, east, north];
}

function gigabytes(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}
