import type { BenchStack } from '../bench-stack.js';

/** Settings of a webhook service with receivers on this machine. */
export const TO_LOOPBACK = { ALLOW_HTTP: 'true', ALLOWED_PORTS: '*', ALLOWED_NETWORKS: '127.0.0.0/8' };

/** Creates a webhook. @returns its id */
export async function made(stack: BenchStack, url: string, order: object): Promise<string> {
  return ((await webhooks(stack, 'POST', '', { url, ...order })) as { id: string }).id;
}

/** Makes one call of the webhooks' routes. @returns the body of the answer */
export async function webhooks({ url, token, workspace }: BenchStack, method: string, path = '', body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/groups/${workspace}/webhooks${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} of a webhook was answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export async function deleteWebhooks(stack: BenchStack): Promise<void> {
  const { webhooks: all } = (await webhooks(stack, 'GET')) as { webhooks: { id: string }[] };
  await Promise.all(all.map(({ id }) => webhooks(stack, 'DELETE', `/${id}`)));
}
