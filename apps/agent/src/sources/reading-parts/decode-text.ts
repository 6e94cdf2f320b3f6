const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes, without a mark of its order at the beginning; undefined where they are none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
