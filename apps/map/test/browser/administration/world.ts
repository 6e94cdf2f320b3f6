import type { Page } from 'playwright-core';
import { WebhookReceiver } from '#testing/webhook-receiver.js';
import { at, type BrowserKit, startBrowserKit } from '../browser-kit.js';

/** Shared by the tests of administration: a workspace with a crane, a receiver of webhooks. */
export class AdministrationWorld {
  private started: { kit: BrowserKit; receiver: WebhookReceiver } | undefined;

  get kit(): BrowserKit {
    return this.started!.kit;
  }

  get receiver(): WebhookReceiver {
    return this.started!.receiver;
  }

  async start(): Promise<void> {
    const [kit, receiver] = await Promise.all([startBrowserKit('administration', { drawsMaps: false }), WebhookReceiver.start()]);
    this.started = { kit, receiver };
    await kit.post([
      at('crane-4', 53.41, -2.99, { title: 'Crane 1', type: 'crane', fieldValues: [{ type: 'Number', field: 'battery', value: 42 }] }),
    ]);
  }

  async close(): Promise<void> {
    await this.started?.receiver.close();
    await this.started?.kit.close();
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
