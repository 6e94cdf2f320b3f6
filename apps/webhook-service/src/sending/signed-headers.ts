import { Webhook } from 'standardwebhooks';

/**
 * The headers of Standard Webhooks: id, time, and signatures of id, time and body. Each secret gives one signature. A receiver needs only
 * one of them, so a secret can be replaced without interruption.
 */
export function signedHeaders(messageId: string, body: string, secrets: readonly string[], now = new Date()): Record<string, string> {
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, now, body)).join(' '),
  };
}
