/** A sentence of NMEA 0183 with a correct checksum. */
export interface Sentence {
  /** `$` or `!`. */
  readonly start: string;
  /** The talker, such as GP, GN, AI. */
  readonly talker: string;
  /** Such as RMC, GGA, VDM; for a proprietary sentence the whole name, such as PGHP. */
  readonly formatter: string;
  readonly fields: readonly string[];
}

/** Proprietary (P, as in the wrapper $PGHP of AIS receivers), or with a talker and a formatter. */
const SHAPE = /^([$!])(?:(P[A-Z0-9]{1,14})|([A-Z]{2})([A-Z]{3})),([\x20-\x7e]{0,200})\*([0-9A-Fa-f]{2})$/;

/** Reads a line; a tag block before the sentence (NMEA 4.0) is skipped. Undefined for other lines, and for a wrong or missing checksum. */
export function readSentence(line: string): Sentence | undefined {
  const text = line.replace(/^\\[^\\]{0,200}\\/, '').trim();
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  let sum = 0;
  for (let index = 1; index < text.length - 3; index++) sum ^= text.charCodeAt(index);
  const [, start, proprietary, talker = 'P', formatter, fields, checksum] = match;
  if (sum !== Number.parseInt(checksum!, 16)) return undefined;
  return { start: start!, talker, formatter: proprietary ?? formatter!, fields: fields!.split(',') };
}
