import { Client } from 'undici';
import { objectId, sampleOf } from '../../load/fleet.js';
import { FEATURE_ID, frostId } from '../frost/entity-ids.js';
import type { Update, Writer } from './writer.js';

/** Writes positions by the SensorThings API 1.1. */
export class FrostWriter implements Writer {
  readonly #client: Client;
  readonly #path: string;

  constructor(
    url: string,
    private readonly entities: 'locations' | 'observations',
  ) {
    const { origin, pathname } = new URL(url);
    this.#client = new Client(origin, { headersTimeout: 120_000, bodyTimeout: 120_000 });
    this.#path = pathname;
  }

  write(updates: readonly Update[]): Promise<void> {
    return this.entities === 'locations' ? this.#locations(updates) : this.#observations(updates);
  }

  close(): void {
    void this.#client.destroy();
  }

  /** One transaction. FROST links each new location to its thing, and keeps the former one in the thing's history. */
  async #locations(updates: readonly Update[]): Promise<void> {
    const requests = updates.map(({ number, variant }, index) => {
      const { lat, lon, alt, battery, temperature } = sampleOf(variant);
      const body = {
        name: objectId(number),
        description: '',
        encodingType: 'application/geo+json',
        location: { type: 'Point', coordinates: [lon, lat, alt] },
        properties: { battery, temperature },
      };
      return { id: String(index), atomicityGroup: 'all', method: 'post', url: `Things(${frostId(number)})/Locations`, body };
    });
    const answer = JSON.parse(await this.#post('$batch', { requests }, 200)) as { responses: { status: number }[] };
    if (answer.responses.length !== updates.length || answer.responses.some(({ status }) => status !== 201))
      throw new Error(`FROST refused locations: ${JSON.stringify(answer).slice(0, 300)}`);
  }

  /** A data array: the position is the result of an observation. */
  async #observations(updates: readonly Update[]): Promise<void> {
    const phenomenonTime = new Date().toISOString();
    const arrays = updates.map(({ number, variant }) => {
      const { lat, lon, alt, battery, temperature } = sampleOf(variant);
      const result = { type: 'Point', coordinates: [lon, lat, alt], battery, temperature };
      return {
        Datastream: { '@iot.id': frostId(number) },
        components: ['phenomenonTime', 'result', 'FeatureOfInterest/id'],
        'dataArray@iot.count': 1,
        dataArray: [[phenomenonTime, result, FEATURE_ID]],
      };
    });
    const answer = JSON.parse(await this.#post('CreateObservations', arrays, 201)) as string[];
    if (answer.length !== updates.length || answer.some((link) => link.startsWith('error')))
      throw new Error(`FROST refused observations: ${JSON.stringify(answer).slice(0, 300)}`);
  }

  async #post(path: string, content: unknown, wanted: number): Promise<string> {
    const { statusCode, body } = await this.#client.request({
      method: 'POST',
      path: `${this.#path}/${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    const text = await body.text();
    if (statusCode !== wanted) throw new Error(`FROST answered ${statusCode} to ${path}: ${text.slice(0, 300)}`);
    return text;
  }
}
