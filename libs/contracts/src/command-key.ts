/** The Idempotency-Key of a call, as hashes. */
export interface CommandKey {
  /** SHA-256 of the key, hexadecimal. */
  keyHash: string;
  /** SHA-256 of the parts that a repetition must have in common with the first call, hexadecimal. */
  bodyHash: string;
}

/**
 * Header of a record on `object.commands` whose call had an Idempotency-Key: both hashes, separated by a space. It is a header because
 * readers of earlier versions ignore unknown headers but refuse unknown members.
 */
export const COMMAND_KEY_HEADER = 'idempotency-key';

const VALUE = /^([0-9a-f]{64}) ([0-9a-f]{64})$/;

export const commandKeyText = ({ keyHash, bodyHash }: CommandKey): string => `${keyHash} ${bodyHash}`;

/** @returns undefined if the call had no key */
export function commandKeyOf(headers: Readonly<Record<string, Buffer | undefined>>): CommandKey | undefined {
  const header = headers[COMMAND_KEY_HEADER];
  if (header === undefined) return undefined;
  const [, keyHash, bodyHash] = VALUE.exec(header.toString('latin1')) ?? [];
  return keyHash === undefined || bodyHash === undefined ? undefined : { keyHash, bodyHash };
}
