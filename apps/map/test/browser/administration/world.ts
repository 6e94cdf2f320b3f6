import type { Page } from 'playwright-core';
import { type RunningService, startService } from '#testing/running-service.js';
import { WebhookReceiver } from '#testing/webhook-receiver.js';
import { at, type BrowserKit, startBrowserKit } from '../browser-kit.js';

/** Permits deliveries to a receiver on this machine. */
const WEBHOOKS = { ALLOW_HTTP: 'true', ALLOWED_PORTS: '*', ALLOWED_NETWORKS: '127.0.0.0/8', RETRY_FIRST_MS: '40' };

/** Shared by the tests of administration: one stack, a workspace with a crane, a receiver of webhooks. */
export class AdministrationWorld {
  private started: { kit: BrowserKit; hooks: RunningService; receiver: WebhookReceiver } | undefined;

  get kit(): BrowserKit {
    return this.started!.kit;
  }

  get receiver(): WebhookReceiver {
    return this.started!.receiver;
  }

  async start(): Promise<void> {
    const kit = await startBrowserKit('administration app', { drawsMaps: false, size: { reports: 1, areas: 1 } });
    const [hooks, receiver] = await Promise.all([
      startService('webhook-service', kit.space.environment('webhook-service', WEBHOOKS)),
      WebhookReceiver.start(),
    ]);
    this.started = { kit, hooks, receiver };
    await kit.post([
      at('crane-1', 53.41, -2.99, { title: 'Crane 1', type: 'crane', fieldValues: [{ type: 'Number', field: 'battery', value: 42 }] }),
    ]);
  }

  async close(): Promise<void> {
    await this.started?.hooks.stop();
    await this.started?.receiver.close();
    await this.started?.kit.close();
  }

  /** Calls the directory like an operator's command on the machine itself. @throws Error if it is refused */
  async inside(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(this.kit.stack.directories[0]!.url + path, {
      method,
      headers: {
        'x-waymark-internal': this.kit.space.installation.secrets.internalToken,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  /** A path in the workspace. */
  group(path: string): string {
    return `/groups/${this.kit.workspace}/${path}`;
  }

  /** A page of the settings, opened as an admin. */
  async opened(tab: string, { drawsMaps = false } = {}): Promise<Page> {
    const { page } = await this.kit.open({ drawsMaps, at: `page=Settings&tab=${tab}` });
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
    return page;
  }
}
