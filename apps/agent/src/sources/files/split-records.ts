const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Longer records are skipped. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** Complete records at the start of some bytes. */
export interface SplitRecords {
  /** Each without its line break. */
  readonly records: readonly Buffer[];
  /** Their total length in bytes, including line breaks. */
  readonly length: number;
}

/**
 * Splits bytes into records that end with a newline; the part after the last newline is incomplete.
 * @param quoted ignores newlines between quotes (CSV, RFC 4180)
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
