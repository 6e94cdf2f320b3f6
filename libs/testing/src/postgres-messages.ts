import type { MessageEnd } from './kafka-frames.js';

const LENGTH_BYTES = 4;
const TYPE_BYTES = 1;

/** End of a Postgres server's message: `byte type, int32 length` (including itself), then the rest. */
export const serverMessageEnd: MessageEnd = (bytes) =>
  bytes.length < TYPE_BYTES + LENGTH_BYTES ? undefined : TYPE_BYTES + bytes.readInt32BE(TYPE_BYTES);

/** End of a client's message; its first one has no type. */
export const clientMessageEnd: MessageEnd = (bytes, cut) => {
  if (cut > 0) return serverMessageEnd(bytes, cut);
  return bytes.length < LENGTH_BYTES ? undefined : bytes.readInt32BE(0);
};

/** The name of the prepared statement in a client's Bind. */
export function boundStatement(message: Buffer): string | undefined {
  if (!isOf(message, 'B')) return undefined;
  const portal = text(message, TYPE_BYTES + LENGTH_BYTES);
  return text(message, TYPE_BYTES + LENGTH_BYTES + Buffer.byteLength(portal) + 1);
}

/** The SQL in a client's simple query. */
export function simpleQuery(message: Buffer): string | undefined {
  return isOf(message, 'Q') ? text(message, TYPE_BYTES + LENGTH_BYTES) : undefined;
}

/** The command that a server reports as completed, such as `COMMIT` or `INSERT 0 1`. */
export function completedCommand(message: Buffer): string | undefined {
  return isOf(message, 'C') ? text(message, TYPE_BYTES + LENGTH_BYTES) : undefined;
}

function isOf(message: Buffer, type: string): boolean {
  return message[0] === type.charCodeAt(0);
}

function text(message: Buffer, at: number): string {
  return message.toString('utf8', at, message.indexOf(0, at));
}
