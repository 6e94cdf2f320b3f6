import { isUtf8 } from 'node:buffer';
import type { DeadLetter, OpenedLetter } from '#kafka/dead-letters/dead-letter-desk.js';
import { letterName } from '#kafka/dead-letters/letter-name.js';

/** Bytes in a form that fits into JSON. */
interface Content {
  encoding: 'utf8' | 'base64';
  data: string;
}

export interface LetterLine {
  letter: string;
  reason: string;
  /** Time when the record was set aside; RFC 3339. */
  time: string;
  source: DeadLetter['source'];
  /** The record's key as text; invalid UTF-8 is shown as �. */
  key: string | null;
  /** Size of the value in bytes. */
  size: number;
}

function contentOf(bytes: Buffer): Content {
  return isUtf8(bytes) ? { encoding: 'utf8', data: bytes.toString('utf8') } : { encoding: 'base64', data: bytes.toString('base64') };
}

/** A letter without its value. */
export function lineOf(source: string, letter: DeadLetter): LetterLine {
  const { reason, time, key, size, offset } = letter;
  return { letter: letterName({ source, offset }), reason, time, source: letter.source, key, size };
}

/** A letter with all its content. */
export function openedOf(source: string, letter: OpenedLetter): LetterLine & { headers: Record<string, Content>; value: Content | null } {
  const headers = Object.fromEntries(Object.entries(letter.headers).map(([name, value]) => [name, contentOf(value)]));
  return { ...lineOf(source, letter), headers, value: letter.value && contentOf(letter.value) };
}
