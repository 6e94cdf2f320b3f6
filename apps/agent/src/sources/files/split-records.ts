const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Longer records are passed over. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** Whole records at the beginning of some bytes. */
export interface SplitRecords {
  /** Each without its end of line. */
  readonly records: readonly Buffer[];
  /** Bytes that they take, with their ends of lines. */
  readonly length: number;
}

/**
 * Splits bytes into records that end with a newline; what follows the last one is not yet whole. @param quoted a
 * newline between quotes is none (CSV, RFC 4180)
 */
export function splitRecords(bytes: Buffer, quoted: boolean): SplitRecords {
  const records: Buffer[] = [];
  let begin = 0;
  let inside = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (quoted && byte === QUOTE) inside = !inside;
    else if (byte === NEWLINE && !inside) {
      records.push(bytes.subarray(begin, index > begin && bytes[index - 1] === 0x0d ? index - 1 : index));
      begin = index + 1;
    }
  }
  return { records, length: begin };
}
