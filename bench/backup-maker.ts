/** Makes backups one after the other as `waymark backup` does, in a separate process, until it is ended. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { backupKey } from '#stack/backup-file/backup-key.js';
import { MIB_PER_SECOND, NICE } from '#stack/backup/pace.js';
import { takeBackup } from '#stack/backup/take-backup.js';
import type { StackInstallation } from '#stack/supervision/installation.js';
import type { BackupJob, BackupProgress } from './load/backups.js';

process.once('message', ({ installation, folder }: BackupJob) => {
  setPriority(NICE);
  const report = (progress: BackupProgress): void => void process.send!(progress);
  makeBackups(installation, folder, report).catch((error: Error) => report({ error: error.message }));
});

async function makeBackups(
  services: BackupJob['installation'],
  folder: string,
  report: (progress: BackupProgress) => void,
): Promise<never> {
  const key = backupKey(randomBytes(32));
  // The parts of an installation that a backup reads.
  const installation = { services, secrets: services.secrets, folder: { root: folder } } as unknown as StackInstallation;
  for (let n = 0; ; n++) {
    const target = join(folder, `${n}.backup`);
    const before = process.cpuUsage();
    const { bytes, summary } = await takeBackup({
      installation,
      target,
      key,
      mibPerSecond: MIB_PER_SECOND,
      onStep: () => undefined,
    });
    await rm(target);
    const { user, system } = process.cpuUsage(before);
    report({ bytes, databaseBytes: summary.databaseBytes, cpuSeconds: (user + system) / 1e6 });
  }
}
