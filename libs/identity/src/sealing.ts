import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that a service must store: AES-256-GCM with a key derived from KEY_SECRET (HKDF, RFC 5869), bound to the name of the
 * sealed value, such as a key's `kid`. Each purpose has a separate key.
 */
export class Sealing {
  private readonly key: Buffer;

  constructor(secret: string, purpose = 'waymark signing keys') {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  seal(name: string, text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error if the value was sealed with another secret or was changed */
  open(name: string, sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(name));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch (error) {
      throw new Error(`The data sealed as ${name} cannot be opened: check that KEY_SECRET is the one that it was sealed with.`, {
        cause: error,
      });
    }
  }
}
