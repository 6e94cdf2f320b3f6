import { setPriority } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../apps/operator-cli/src/errors/cli-error.js';
import { type CommandGroup, parsedBy } from '../../apps/operator-cli/src/session/command-work.js';
import type { Session } from '../../apps/operator-cli/src/session/session.js';
import { MIB_PER_SECOND, NICE } from '../backup/pace.js';

/** The server's limit. */
const MAX_MIB_PER_SECOND = 1024;

interface BackupFlags {
  keyFile?: string;
  newKey?: string;
  verify?: boolean;
  rate: number;
}

interface RestoreFlags {
  keyFile?: string;
  data?: string;
  until?: Date;
  walArchive?: string;
  erasures?: string;
  replace?: boolean;
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

async function backup({ output, terminal }: Session, { keyFile, newKey, verify, rate }: BackupFlags, target?: string): Promise<void> {
  const { createKeyFile } = await import('../backup-file/backup-key.js');
  if (newKey !== undefined) {
    const { id } = await createKeyFile(newKey);
    if (output.json) return output.value({ keyFile: newKey, keyId: id });
    return output.text(
      `Made the key ${id} in ${newKey}.\nKeep a copy where the backups are not: who has both can read ` +
        'everything, and without the key nobody can restore.',
    );
  }
  if (target === undefined) throw new UsageError('Name the file or the folder of the backup: waymark backup FILE --key-file KEY');
  const key = await chosenKey(keyFile, terminal.environment);
  setPriority(NICE);
  if (verify) {
    const { checkBackup } = await import('../backup/check-backup.js');
    const { installation, summary, files } = await checkBackup(target, key);
    if (output.json) return output.value({ file: target, files, installation, summary });
    return output.text(
      `${target} is whole: the state of ${summary.stateAt}, Waymark ${installation.waymark}, PostgreSQL ` +
        `${installation.postgresVersion} (${installation.arch}), ${files} files of ` +
        `${mebibytes(summary.databaseBytes)}, ${summary.records} records of topics.`,
    );
  }
  const [{ takeBackup }, { openInstallation }, { readStackSettings }] = await Promise.all([
    import('../backup/take-backup.js'),
    import('../supervision/installation.js'),
    import('../settings/stack-settings.js'),
  ]);
  const { runningSupervisor } = await import('../supervision/supervisor-lock.js');
  const settings = readStackSettings(terminal.environment);
  const { BackupError } = await import('../backup-file/backup-error.js');
  if (!runningSupervisor(settings.data))
    throw new BackupError(
      `Waymark does not run in ${settings.data}. Start it by npm start: a backup is made while it runs. For ` +
        'another folder set WAYMARK_DATA.',
    );
  const taken = await takeBackup({
    installation: openInstallation(settings, terminal.environment),
    target,
    key,
    mibPerSecond: rate,
    onStep: (text) => output.done(text),
  });
  if (output.json) return output.value(taken);
  output.text(
    `${taken.file}: ${mebibytes(taken.bytes)}, of ${mebibytes(taken.summary.databaseBytes)} of the ` +
      `database and ${taken.summary.records} records of topics, in ${taken.seconds.toFixed(1)} s. It was ` +
      'read again and is whole.',
  );
}

async function restore(
  { output, terminal }: Session,
  { keyFile, data, until, walArchive, erasures, replace = false }: RestoreFlags,
  file: string,
): Promise<void> {
  const key = await chosenKey(keyFile, terminal.environment);
  const [{ restoreBackup }, { readStackSettings }] = await Promise.all([
    import('../restoring/restore-backup.js'),
    import('../settings/stack-settings.js'),
  ]);
  const settings = readStackSettings(data === undefined ? terminal.environment : { ...terminal.environment, WAYMARK_DATA: data });
  const restored = await restoreBackup({
    file,
    key,
    settings,
    until,
    walArchive: walArchive ?? settings.walArchive,
    erasures,
    replace,
    onStep: (text) => output.done(text),
  });
  if (output.json) return output.value(restored);
  output.text(
    `Restored to ${settings.data}: the state of ${restored.stateAt}.${restored.movedTo ? ` What was there is in ${restored.movedTo}.` : ''}`,
  );
  for (const note of restored.notes) output.text(note);
}

async function chosenKey(keyFile: string | undefined, environment: NodeJS.ProcessEnv) {
  const file = keyFile ?? environment.WAYMARK_BACKUP_KEY_FILE;
  if (!file)
    throw new UsageError('Name the key file: --key-file KEY, or WAYMARK_BACKUP_KEY_FILE. Make one by: waymark backup --new-key KEY');
  const { readKeyFile } = await import('../backup-file/backup-key.js');
  return readKeyFile(file);
}

function instant(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || !/T.*(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new Error('It must be a time with its zone, such as 2026-11-25T18:30:00Z.');
  return time;
}

function megabytes(text: string): number {
  const number = Number(text);
  if (!(number >= 1 && number <= MAX_MIB_PER_SECOND))
    throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_MIB_PER_SECOND}.`);
  return number;
}

/** Commands for backups of the installation that `npm start` runs, on its machine. */
export const backupCommands: CommandGroup = (program, act) => {
  program
    .command('backup [file]')
    .description(
      'write an encrypted backup of this installation while it runs (database, secrets, records of topics ' +
        'that are not applied yet), and read it again',
    )
    .option('--key-file <file>', 'the key that backups are encrypted with (default: WAYMARK_BACKUP_KEY_FILE)')
    .option('--new-key <file>', 'create a key file and do nothing else')
    .option('--verify', 'only read the existing backup and compare its checksums')
    .option('--rate <MiB>', 'maximum rate for copying the database, per second', megabytes, MIB_PER_SECOND)
    .action(act<BackupFlags>(backup));
  program
    .command('restore <file>')
    .description('restore a backup into an empty data folder; npm start then continues from it')
    .option('--key-file <file>', 'the key that the backup was made with (default: WAYMARK_BACKUP_KEY_FILE)')
    .option('--data <folder>', 'data folder to restore into (default: WAYMARK_DATA, else .waymark)')
    .option('--until <time>', 'restore up to this time with the archived WAL, such as 2026-11-25T18:30:00Z', parsedBy(instant))
    .option('--wal-archive <folder>', 'the archived WAL (default: WAYMARK_WAL_ARCHIVE)')
    .option('--erasures <file>', 'record of erasures: objects listed in it are erased again if the backup contains them')
    .option('--replace', 'first move the contents of the data folder aside')
    .action(act<RestoreFlags>(restore));
};
