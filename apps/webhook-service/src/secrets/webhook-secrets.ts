import { randomBytes } from 'node:crypto';
import { Sealing } from '#identity/sealing.js';

/** As Standard Webhooks writes a symmetric secret: 24…64 bytes in base64 behind this. */
const PREFIX = 'whsec_';
const BYTES = 32;

/** Makes the secrets that messages are signed with, and keeps them sealed: they must sign, so a digest would not do. */
export class WebhookSecrets {
  private readonly sealing: Sealing;

  constructor(keySecret: string) {
    this.sealing = new Sealing(keySecret, 'waymark webhook secrets');
  }

  /** @returns what its owner is shown once */
  create(): string {
    return PREFIX + randomBytes(BYTES).toString('base64');
  }

  seal(webhookId: string, secret: string): Buffer {
    return this.sealing.seal(webhookId, secret);
  }

  /** @throws Error when KEY_SECRET is another one than it was sealed with */
  open(webhookId: string, sealed: Buffer): string {
    return this.sealing.open(webhookId, sealed);
  }
}
