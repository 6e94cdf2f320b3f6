import { Webhook } from 'standardwebhooks';

/**
 * The headers of Standard Webhooks: id, time and signatures of id, time and body. Several secrets give several signatures; a receiver
 * that knows one of them is served, so a secret can be replaced without a moment at which nothing fits.
 */
export function signedHeaders(messageId: string, body: string, secrets: readonly string[], now = new Date()): Record<string, string> {
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, now, body)).join(' '),
  };
}
