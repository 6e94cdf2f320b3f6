import { createHmac, hkdfSync } from 'node:crypto';

/**
 * What stands in place of a person in an anonymous poll, so that one answers once: HMAC-SHA-256 (RFC 2104) of poll and person by a key
 * derived from KEY_SECRET (HKDF, RFC 5869). Who has the database alone cannot tell the person; who has KEY_SECRET as well can try
 * all people. Marks of different polls have nothing in common.
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
