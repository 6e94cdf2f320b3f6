import { join } from 'node:path';
import { shellQuote } from '../processes/shell-quote.js';

/** Written data is copied at the latest after this number of seconds: the most that is missing if the machine is lost. */
const ARCHIVE_TIMEOUT_SECONDS = 60;

/** In a shell command of PostgreSQL's, % has a meaning. */
const quoted = (path: string) => shellQuote(path).replaceAll('%', '%%');

/**
 * Has PostgreSQL copy its write-ahead log to a folder, packed, and on the disk before it may remove its own. A file that is there
 * is never overwritten: one with other contents is of another installation, and PostgreSQL keeps its own until somebody helps.
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

/** Fetches a file of the archive; fails where it is not there, which is how PostgreSQL finds the end. */
export function restoreCommand(folder: string): string {
  return `gzip -dc ${quoted(join(folder, '/'))}%f.gz > "%p"`;
}
