import { randomFillSync } from 'node:crypto';

const ONE = 10;
const POOL = 512 * ONE;
const pool = Buffer.allocUnsafe(POOL);
let used = POOL;

/** UUIDv7 (RFC 9562, 5.7) for a time in milliseconds since the epoch. */
export function uuidV7(time: number): string {
  if (used + ONE > POOL) {
    randomFillSync(pool);
    used = 0;
  }
  pool[used] = (pool[used]! & 0x0f) | 0x70;
  pool[used + 2] = (pool[used + 2]! & 0x3f) | 0x80;
  const random = pool.toString('hex', used, used + ONE);
  used += ONE;
  const stamp = time.toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`;
}

/** The time in a UUIDv7, milliseconds since the epoch. */
export function timeOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
