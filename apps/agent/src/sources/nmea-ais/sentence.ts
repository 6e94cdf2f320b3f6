/** A sentence of NMEA 0183 whose checksum is right. */
export interface Sentence {
  /** `$` or `!`. */
  readonly start: string;
  /** Who speaks, as GP, GN, AI. */
  readonly talker: string;
  /** As RMC, GGA, VDM. */
  readonly formatter: string;
  readonly fields: readonly string[];
}

const SHAPE = /^([$!])([A-Z]{2})([A-Z]{3}),([\x20-\x7e]{0,200})\*([0-9A-Fa-f]{2})$/;

/** Reads a line; what stands before the sentence is a tag block (NMEA 4.0) and is passed over. Undefined for what is none, or has a wrong checksum or none. */
export function readSentence(line: string): Sentence | undefined {
  const text = line.replace(/^\\[^\\]{0,200}\\/, '').trim();
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  let sum = 0;
  for (let index = 1; index < text.length - 3; index++) sum ^= text.charCodeAt(index);
  if (sum !== Number.parseInt(match[5]!, 16)) return undefined;
  return { start: match[1]!, talker: match[2]!, formatter: match[3]!, fields: match[4]!.split(',') };
}
