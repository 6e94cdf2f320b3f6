import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The marks that replace people in anonymous polls, so that each person can answer only once: HMAC-SHA-256 (RFC 2104) of poll and person,
 * with a key derived from KEY_SECRET (HKDF, RFC 5869). The database alone does not reveal the person; somebody who also has KEY_SECRET can
 * try all people. A person's marks in different polls cannot be connected.
 */
export class VoterMarks {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'waymark answers to anonymous polls', 32));
  }

  /** 32 bytes. */
  of(pollId: string, personId: string): Buffer {
    return createHmac('sha256', this.key).update(`${pollId}:${personId}`).digest();
  }
}
