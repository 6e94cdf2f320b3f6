import { basename } from 'node:path';
import type { Received } from '../../reading/source.js';
import { beginningOf, keptApart } from '../reading-parts/unreadable.js';
import type { FoundFile } from './matching-files.js';
import type { FilesOptions } from './options.js';
import { type FilePlace, placeAt } from './place.js';
import { csvReader, namesOf, readNdjson, type ReadRecords } from './read-lines.js';
import { readRange } from './read-range.js';
import { MAX_RECORD_BYTES, splitRecords } from './split-records.js';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** The result of one read. */
export interface Step {
  readonly messages: readonly Received[];
  readonly place: FilePlace;
  /** Whether there may be more. */
  readonly more: boolean;
}

/**
 * Reads the next complete records of a file.
 * @param last nobody writes to the file any longer: text after the last newline is quarantined, because half a number is a different
 *   number.
 * @throws Error when it can't be read
 */
export async function readOn(file: FoundFile, from: FilePlace | undefined, options: FilesOptions, last: boolean): Promise<Step> {
  const offset = from?.offset ?? 0;
  if (from?.skipping) return await passOver(file, offset);
  let bytes = await readRange(file, offset, CHUNK_BYTES);
  let split = splitRecords(bytes, options.format === 'csv');
  if (split.length === 0 && bytes.length === CHUNK_BYTES) {
    bytes = await readRange(file, offset, MAX_RECORD_BYTES + 1);
    split = splitRecords(bytes, options.format === 'csv');
    if (split.length === 0 && bytes.length > MAX_RECORD_BYTES) return await tooLong(file, offset + bytes.length);
  }
  const rest = bytes.subarray(split.length);
  const whole = last && offset + bytes.length >= file.size && rest.length > 0;
  const length = whole ? bytes.length : split.length;
  const place = await placeAt(file, offset + length);
  const messages = await messagesOf(file, split.records, offset, options);
  if (whole)
    messages.push(
      keptApart(
        { file: basename(file.path), line: beginningOf(rest) },
        'unreadable',
        `The last line of ${basename(file.path)} has no end, and nobody writes to it any more.`,
      ),
    );
  return { messages, place, more: length > 0 && offset + length < file.size };
}

async function messagesOf(file: FoundFile, records: readonly Buffer[], offset: number, options: FilesOptions): Promise<Received[]> {
  if (records.length === 0) return [];
  const name = basename(file.path);
  if (options.format === 'ndjson') return readNdjson(name, records);
  const header = offset === 0 ? records[0]! : await headerOf(file);
  const read: ReadRecords = csvReader(namesOf(name, header, options.delimiter), options.delimiter);
  return read(name, offset === 0 ? records.slice(1) : records);
}

async function headerOf(file: FoundFile): Promise<Buffer> {
  const [header] = splitRecords(await readRange(file, 0, CHUNK_BYTES), true).records;
  if (header === undefined) throw new Error(`The header of ${basename(file.path)} is longer than ${CHUNK_BYTES} bytes.`);
  return header;
}

async function tooLong(file: FoundFile, offset: number): Promise<Step> {
  const name = basename(file.path);
  const message = keptApart(
    { file: name, offset },
    'unreadable',
    `A record of ${name} is longer than ${MAX_RECORD_BYTES} bytes and is passed over.`,
  );
  return { messages: [message], place: await placeAt(file, offset, true), more: true };
}

/** Skips to the next line break, whether quoted or not, since quotes inside such a record are unreliable. */
async function passOver(file: FoundFile, offset: number): Promise<Step> {
  const bytes = await readRange(file, offset, CHUNK_BYTES);
  const end = bytes.indexOf(NEWLINE);
  const next = offset + (end < 0 ? bytes.length : end + 1);
  return { messages: [], place: await placeAt(file, next, end < 0), more: next < file.size };
}
