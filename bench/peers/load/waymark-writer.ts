import { Client } from 'undici';
import { elementTails } from '../../load/bodies.js';
import { objectId } from '../../load/fleet.js';
import type { Target } from './write-job.js';
import type { Update, Writer } from './writer.js';

/** Posts elements to the gateway. */
export class WaymarkWriter implements Writer {
  readonly #client: Client;
  readonly #tails = elementTails();

  constructor(private readonly target: Extract<Target, { kind: 'waymark' }>) {
    this.#client = new Client(target.url);
  }

  async write(updates: readonly Update[]): Promise<void> {
    const { token, workspace, mode } = this.target;
    const elements = updates.map(({ number, variant }) => `{"externalId":"${objectId(number)}",${this.#tails[variant]}`);
    const { statusCode, body } = await this.#client.request({
      method: 'POST',
      path: `/groups/${workspace}/externalObjects`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: mode === 'async' ? 'respond-async' : 'wait=30',
      },
      body: `[${elements.join(',')}]`,
    });
    const text = await body.text();
    if (statusCode !== (mode === 'async' ? 202 : 200)) throw new Error(`The gateway answered ${statusCode}: ${text.slice(0, 300)}`);
    if (mode === 'async') return;
    const { results } = JSON.parse(text) as { results: { status: string }[] };
    const refused = results.find(({ status }) => status !== 'updated' && status !== 'created');
    if (refused) throw new Error(`An element was not applied: ${JSON.stringify(refused)}`);
  }

  close(): void {
    void this.#client.destroy();
  }
}
