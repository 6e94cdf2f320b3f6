import { randomBytes } from 'node:crypto';
import { Sealing } from '#identity/sealing.js';

/** Standard Webhooks writes a symmetric secret as 24…64 bytes in base64 after this prefix. */
const PREFIX = 'whsec_';
const BYTES = 32;

/** Creates the secrets that sign messages and stores them encrypted; a digest would not be enough, because signing needs the secret. */
export class WebhookSecrets {
  private readonly sealing: Sealing;

  constructor(keySecret: string) {
    this.sealing = new Sealing(keySecret, 'waymark webhook secrets');
  }

  /** @returns the secret, which its owner sees only once */
  create(): string {
    return PREFIX + randomBytes(BYTES).toString('base64');
  }

  seal(webhookId: string, secret: string): Buffer {
    return this.sealing.seal(webhookId, secret);
  }

  /** @throws Error when KEY_SECRET differs from the one used to encrypt it */
  open(webhookId: string, sealed: Buffer): string {
    return this.sealing.open(webhookId, sealed);
  }
}
