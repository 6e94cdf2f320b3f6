import { join } from 'node:path';
import { shellQuote } from '../processes/shell-quote.js';

/** Seconds after which written data is copied at the latest, and so the most that is lost with the machine. */
const ARCHIVE_TIMEOUT_SECONDS = 60;

/** Escapes % as well, which has a meaning in PostgreSQL's shell commands. */
const quoted = (path: string) => shellQuote(path).replaceAll('%', '%%');

/**
 * Makes PostgreSQL copy its write-ahead log to a folder, compressed and flushed to the disk, before it may remove its own. Existing files
 * are never overwritten: one with different contents belongs to another installation, and PostgreSQL keeps its own until an operator
 * intervenes.
 */
export function archivingSettings(folder: string): Record<string, string | number> {
  const begin = quoted(join(folder, '/'));
  const target = `${begin}%f.gz`;
  const draft = `${begin}.%f.gz.part`;
  const copy =
    `gzip -1nc "%p" > ${draft} && sync ${draft} && if test -e ${target}; then cmp -s ${draft} ${target} ` +
    `&& rm ${draft}; else mv ${draft} ${target} && sync ${quoted(folder)}; fi`;
  return { archive_mode: 'on', archive_command: copy, archive_timeout: ARCHIVE_TIMEOUT_SECONDS };
}

/** The command that fetches a file from the archive. It fails for a missing file, which is how PostgreSQL finds the end. */
export function restoreCommand(folder: string): string {
  return `gzip -dc ${quoted(join(folder, '/'))}%f.gz > "%p"`;
}
