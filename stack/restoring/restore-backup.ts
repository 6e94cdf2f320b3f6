import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { BackupError } from '../backup-file/backup-error.js';
import type { BackupKey } from '../backup-file/backup-key.js';
import type { BackedUpInstallation } from '../backup-file/contents.js';
import { checkBackup } from '../backup/check-backup.js';
import { type DataFolder, dataFolder } from '../data-folder/data-folder.js';
import { writeJsonFile } from '../data-folder/json-file.js';
import { databaseBinaries } from '../database/binaries.js';
import { databaseUser } from '../database/database-user.js';
import { keptRecordsFolder, writeRestoredRecord } from '../restored/restored-record.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { ProcessRecords } from '../supervision/process-record.js';
import { releaseLock, takeLock } from '../supervision/supervisor-lock.js';
import { DatabaseFiles } from './database-files.js';
import { recoverDatabase } from './recover-database.js';

export interface RestoreOptions {
  file: string;
  key: BackupKey;
  settings: StackSettings;
  /** Time to restore; default: the end of the backup. */
  until?: Date;
  /** Folder of the archived WAL; empty if there is none. */
  walArchive: string;
  /** A record of erasures in addition to the one in the data folder. */
  erasures?: string;
  /** Whether to move the present contents of the data folder aside. */
  replace: boolean;
  onStep(text: string): void;
}

export interface RestoredInstallation {
  data: string;
  /** Time of the restored state; RFC 3339. */
  stateAt: string;
  /** Folder with the former contents of the data folder. */
  movedTo?: string;
  /** Notes for the operator. */
  notes: string[];
}

/**
 * The parts of an installation in the order in which they are put in place. The database is last, so that an incomplete installation is
 * never mistaken for a complete one.
 */
const PARTS = ['restored', 'secrets.json', 'postgres'] as const;
/** Parts that are moved aside as well, but are not in a backup. */
const OTHERS = ['kafka', 'run'] as const;
const STAGING = 'restoring';

/**
 * Restores a backup into a data folder: checks all of it, recovers the database to the requested time, and stores the work for the first
 * start. No existing file is changed before the end.
 * @throws BackupError with the obstacle
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredInstallation> {
  const { settings } = options;
  const folder = dataFolder(settings.data, settings.erasures);
  const left = new ProcessRecords(folder.run).running();
  if (left.length > 0)
    throw new BackupError(`Waymark runs in ${settings.data} (${left.map(({ name }) => name).join(', ')}). End it first by: npm stop`);
  await takeLock(settings.data);
  const staging = join(settings.data, STAGING);
  try {
    refuseUnlessEmpty(options);
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    return await new Restore(options, folder, dataFolder(staging)).run();
  } finally {
    await rm(staging, { recursive: true, force: true });
    releaseLock(settings.data);
  }
}

function refuseUnlessEmpty({ settings: { data }, replace, until, walArchive }: RestoreOptions): void {
  const there = [...PARTS, ...OTHERS].filter((name) => name !== 'run' && existsSync(join(data, name)));
  if (there.length > 0 && !replace)
    throw new BackupError(
      `${data} holds an installation (${there.join(', ')}). Name an empty folder by --data, or move this one aside by --replace.`,
    );
  if (until && walArchive === '')
    throw new BackupError(
      'To go on to a chosen moment, archived WAL is needed: name its folder by --wal-archive. Without ' +
        '--until the state at the end of the backup is restored.',
    );
  if (walArchive !== '' && !existsSync(walArchive)) throw new BackupError(`There is no folder ${walArchive} with archived WAL.`);
}

class Restore {
  private secrets: Record<string, string> = {};

  constructor(
    private readonly options: RestoreOptions,
    private readonly folder: DataFolder,
    private readonly staging: DataFolder,
  ) {}

  async run(): Promise<RestoredInstallation> {
    const { file, key, onStep, until, settings } = this.options;
    const erasures = await givenErasures(this.options.erasures);
    onStep('Decrypting the backup and comparing checksums …');
    const user = await databaseUser();
    const files = new DatabaseFiles(this.staging.database, user);
    const { installation, summary } = await checkBackup(file, key, {
      installation: async (found) => {
        await checkMachine(found);
        await files.folder('.');
      },
      secrets: async (found) => void (this.secrets = found),
      file: async ({ path, kind }) => (kind === 'folder' ? void (await files.folder(path)) : files.file(path)),
      records: async (topic, lines) => {
        await mkdir(keptRecordsFolder(this.staging), { recursive: true, mode: 0o700 });
        await pipeline(lines, createWriteStream(join(keptRecordsFolder(this.staging), `${topic}.ndjson`), { mode: 0o600, flush: true }));
      },
    });
    if (until && until < new Date(summary.stateAt))
      throw new BackupError(`The backup is of ${summary.stateAt}, later than --until ${until.toISOString()}. Use an older backup.`);

    onStep(until ? 'Applying the archived WAL …' : 'Recovering the database …');
    const logFile = join(this.staging.root, 'database.log');
    const recovered = await recoverDatabase({
      directory: this.staging.database,
      logFile,
      password: this.secrets.databasePassword!,
      user,
      walArchive: this.options.walArchive,
      until,
    });
    if (recovered.systemIdentifier !== installation.systemIdentifier)
      throw new BackupError('The recovered database is not the one of the backup. Use another backup.');
    const stateAt = until ? until.toISOString() : summary.stateAt;

    writeJsonFile(this.staging.secretsFile, this.secrets);
    const { objectPartitions, replyPartitions, systemIdentifier } = installation;
    writeRestoredRecord(this.staging, {
      id: randomUUID(),
      restoredAt: new Date().toISOString(),
      backup: basename(file),
      stateAt,
      ...(until && { until: until.toISOString() }),
      systemIdentifier,
      objectPartitions,
      replyPartitions,
      stepsDone: [],
      published: {},
    });
    await this.mergeErasures(erasures);
    const movedTo = await this.moveAside();
    for (const part of PARTS)
      if (existsSync(join(this.staging.root, part))) await rename(join(this.staging.root, part), join(this.folder.root, part));
    return { data: settings.data, stateAt, ...(movedTo && { movedTo }), notes: this.notes(installation) };
  }

  /** Merges the given record of erasures into the existing one, which is not replaced by the restore. */
  private async mergeErasures(given: string): Promise<void> {
    const file = this.folder.erasuresFile;
    const own = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const known = new Set(own.split('\n'));
    const missing = given.split('\n').filter((line) => line !== '' && !known.has(line));
    if (missing.length > 0)
      await appendFile(file, `${own === '' || own.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`, { mode: 0o600, flush: true });
  }

  private async moveAside(): Promise<string | undefined> {
    const there = [...PARTS, ...OTHERS].filter((name) => existsSync(join(this.folder.root, name)));
    if (there.length === 0) return undefined;
    const aside = join(this.folder.root, `before-restore-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
    await mkdir(aside, { mode: 0o700 });
    // The database first, since the folder is no installation without it.
    for (const name of there.toReversed()) await rename(join(this.folder.root, name), join(aside, name));
    return aside;
  }

  private notes({ objectPartitions, replyPartitions }: BackedUpInstallation): string[] {
    const { settings, until } = this.options;
    const wanted = [
      ...(objectPartitions === settings.objectPartitions ? [] : [`WAYMARK_OBJECT_PARTITIONS=${objectPartitions}`]),
      ...(replyPartitions === settings.replyPartitions ? [] : [`WAYMARK_REPLY_PARTITIONS=${replyPartitions}`]),
    ];
    return [
      ...(until
        ? []
        : [
            'Changes after that moment are not in it, and neither are revocations of tokens and keys: revoke again what was revoked since.',
          ]),
      `Start it by: ${['', ...wanted, ''].join(' ').trimStart()}npm start`,
    ];
  }
}

async function givenErasures(file: string | undefined): Promise<string> {
  if (file === undefined) return '';
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new BackupError(`The record of erasures ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws BackupError if the files are from another architecture or another PostgreSQL */
async function checkMachine({ postgres, postgresVersion, arch }: BackedUpInstallation): Promise<void> {
  if (arch !== process.arch)
    throw new BackupError(
      `The backup is of a machine with ${arch} processors; this one has ${process.arch}. Files of a ` +
        'database can be used by the same kind only.',
    );
  const { stdout } = await execa((await databaseBinaries()).postgres, ['--version']);
  const own = Number(/(\d+)(?:\.\d+)?/.exec(stdout.replace(/^\D+/, ''))?.[1]);
  if (own !== postgres)
    throw new BackupError(
      `The backup is of PostgreSQL ${postgresVersion}; this Waymark has ` +
        `${stdout.replace(/^\D+/, '').trim()}. Restore it with a version of Waymark that has PostgreSQL ` +
        `${postgres}, then upgrade.`,
    );
}
