import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookSecrets } from '../../src/secrets/webhook-secrets.js';
import { signedHeaders } from '../../src/sending/signed-headers.js';
import { signingSecrets } from '../../src/sending/signing-secrets.js';

const secrets = new WebhookSecrets('a secret of the installation, long enough');
const body = '{"type":"waymark.feed.changes.v1","data":{"title":"Größe"}}';

describe('a message', () => {
  it('is signed as Standard Webhooks specifies: checked by hand and by its library', () => {
    const secret = secrets.create();
    const now = new Date();
    const headers = signedHeaders('msg_1', body, [secret], now);
    const byHand = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`msg_1.${Math.floor(now.getTime() / 1000)}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${byHand}`);
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'waymark.feed.changes.v1' });
  });

  it('is rejected when any part of it differs', () => {
    const secret = secrets.create();
    const headers = signedHeaders('msg_1', body, [secret]);
    const spoiled: [string, Record<string, string>][] = [
      [`${body} `, headers],
      [body, { ...headers, 'webhook-id': 'msg_2' }],
      [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
    ];
    for (const [text, sent] of spoiled) expect(() => new Webhook(secret).verify(text, sent)).toThrow();
    expect(() => new Webhook(secrets.create()).verify(body, headers)).toThrow();
  });

  it('has a signature for each secret, including the previous one during its grace period', () => {
    const [secret, former] = [secrets.create(), secrets.create()];
    const row = { id: 'w', secret: secrets.seal('w', secret), former_secret: secrets.seal('w', former), former_until: new Date(2000) };
    expect(signingSecrets(secrets, row, 1999)).toEqual([secret, former]);
    expect(signingSecrets(secrets, row, 2000)).toEqual([secret]);
    const headers = signedHeaders('msg_1', body, [secret, former]);
    for (const each of [secret, former]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  });
});

describe('a secret', () => {
  it('has 256 bits, and is encrypted for its webhook and under the key of the installation only', () => {
    const secret = secrets.create();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const sealed = secrets.seal('w', secret);
    expect(sealed.includes(Buffer.from(secret))).toBe(false);
    expect(secrets.open('w', sealed)).toBe(secret);
    expect(() => secrets.open('another', sealed)).toThrow('cannot be opened');
    expect(() => new WebhookSecrets('another secret of the installation').open('w', sealed)).toThrow('cannot be opened');
  });
});
