/** A sentence of NMEA 0183 whose checksum is right. */
export interface Sentence {
  /** `$` or `!`. */
  readonly start: string;
  /** Who speaks, as GP, GN, AI. */
  readonly talker: string;
  /** As RMC, GGA, VDM; of a proprietary sentence all that stands there, as PGHP. */
  readonly formatter: string;
  readonly fields: readonly string[];
}

/** Of a maker (P, as in the wrapper $PGHP of AIS receivers), or of a talker and a formatter. */
const SHAPE = /^([$!])(?:(P[A-Z0-9]{1,14})|([A-Z]{2})([A-Z]{3})),([\x20-\x7e]{0,200})\*([0-9A-Fa-f]{2})$/;

/**
 * Reads a line; what stands before the sentence is a tag block (NMEA 4.0) and is passed over. Undefined for what is
 * none, or has a wrong checksum or none.
 */
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
