import { setTimeout as sleep } from 'node:timers/promises';
import { png } from '#testing/sample-pictures.js';

/** The report service writes every ten seconds. */
const SETTLED_MS = 15_000;
const SETTLES_WITHIN_MS = 120_000;
const TRUCKS = 3;
/** More changes than one packed row of the history holds. */
const CHANGES_OF_TRUCK = 250;
const CHANGES_PER_CALL = 25;
/** More objects than a page of the list. */
const PALLETS = 120;
const PAGE = 100;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The trucks' reports are a minute apart and end an hour before the recording. */
const DRIVE_ENDED_MS = HOUR_MS;
/** Members that differ from answer to answer although nothing has changed. */
const VOLATILE = new Set(['cursor', 'next', 'links', 'operationId', 'etag', 'lastDeliveryAt', 'nextAttemptAt', 'ageSeconds', 'requestId']);

/** A page of a list or of the feed, or an answer without pages. */
interface Page {
  next?: string | null;
  cursor?: string;
  more?: boolean;
  changes?: unknown[];
}

/** What the recorded version answered, by the path of the request. */
export type Answers = Record<string, unknown>;

/** Calls of one workspace, through the public interface only, as it is what every version has. */
export class SampleWorkspace {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly group = 'demo',
  ) {}

  /** Creates data of every kind that a later version has to read: it takes about ten seconds. */
  async furnish(): Promise<void> {
    await this.#send('PUT', 'fields/load', { type: 'Number', label: 'Load', unit: 't', decimals: 1, min: 0, max: 40 });
    await this.#send('PUT', 'fields/work', {
      type: 'Category',
      categories: [{ namespace: 'work', categoryName: 'loading', color: '#00aa5b' }],
    });
    await this.#post(Array.from({ length: PALLETS }, (_, n) => pallet(n)));
    const quay = { name: 'Quay', confirmSeconds: 0, geometry: { type: 'Circle', center: [7, 50], radius: 300 } };
    await this.#send('POST', 'areas', quay);
    const endedAt = (await this.#now()) - DRIVE_ENDED_MS;
    for (let from = 0; from < CHANGES_OF_TRUCK; from += CHANGES_PER_CALL)
      for (let truck = 0; truck < TRUCKS; truck++)
        await this.#post(
          Array.from({ length: CHANGES_PER_CALL }, (_, n) => report(truck, from + n, endedAt - (CHANGES_OF_TRUCK - from - n) * MINUTE_MS)),
        );
    await this.#send('PATCH', 'externalObjects/pallet-1', { title: 'Renamed', description: 'Größe 12 × 8 – “oben”' });
    await this.#send('POST', 'externalObjects/pallet-2/archive');
    await this.#send('POST', 'externalObjects/pallet-3/archive');
    await this.#send('POST', 'externalObjects/pallet-3/restore');
    await this.#send('DELETE', 'externalObjects/pallet-4');
    await this.#send('PUT', 'externalObjects/pallet-5/hold', { reason: 'A claim of the insurance' });
    await this.#send('PUT', 'externalObjects/pallet-6/picture', png(16, 16, 40));
    await this.#send('PUT', 'retention', { historyDays: 3000, types: [{ type: 'pallet', historyDays: 2000 }] });
    await this.#send('POST', 'webhooks', { url: 'https://hooks.example.com/waymark', filter: { types: ['crane'] } });
    const tile = { id: 'load', kind: 'series', title: 'Load', x: 0, y: 0, w: 6, h: 2, query: { from: '-7d', group: ['type'], bins: 10 } };
    await this.#send('POST', 'dashboards', { name: 'Round', tiles: [tile] });
    await this.#send('POST', 'shareLinks', { name: 'Pallets', shows: { types: ['pallet'] } });
  }

  /** One more report of a truck. */
  async reportAgain(truck: number): Promise<void> {
    await this.#post([report(truck, CHANGES_OF_TRUCK, await this.#now())]);
  }

  /** Reads everything until the answers stay the same for some seconds: services behind the broker are late. */
  async settledAnswers(): Promise<Answers> {
    const giveUpAt = Date.now() + SETTLES_WITHIN_MS;
    // The clock of the answers has full seconds.
    await sleep(2_000);
    const at = await this.#now();
    let last: Answers = {};
    let late: string[] = [];
    for (let since = Date.now(); ;) {
      const answers = await this.#answers(at);
      const changed = Object.keys(answers).filter((path) => JSON.stringify(answers[path]) !== JSON.stringify(last[path]));
      if (changed.length > 0) [last, since, late] = [answers, Date.now(), changed];
      if (Date.now() - since > SETTLED_MS) return answers;
      if (Date.now() > giveUpAt) throw new Error(`The answers do not settle: ${late.join(', ')}.`);
      await sleep(2_000);
    }
  }

  async #answers(at: number): Promise<Answers> {
    const { areas } = (await (await this.#fetch('GET', `/groups/${this.group}/areas`)).json()) as { areas: { areaId: string }[] };
    const paths = [...pathsAt(at), ...areas.map(({ areaId }) => `areas/${areaId}/visits`)];
    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await this.answer(path)] as const)));
  }

  /** The answer to one path: of a list all pages, of the feed all changes, since how many are on a page is not promised. */
  async answer(path: string): Promise<unknown> {
    const pages: { status: number; body: Page }[] = [];
    const isFeed = path.startsWith('changes');
    for (let next: string | undefined = `/groups/${this.group}/${path}`; next !== undefined;) {
      const answer = await this.#fetch('GET', next);
      const text = await answer.text();
      const type = answer.headers.get('content-type') ?? '';
      if (type.includes('ndjson'))
        return {
          status: answer.status,
          lines: text
            .trim()
            .split('\n')
            .map((line) => withoutVolatile(JSON.parse(line))),
        };
      if (!type.includes('json')) return { status: answer.status, bytes: text.length };
      // The answer about an erased object is 404.
      if (!answer.ok && answer.status !== 404) throw new Error(`GET ${path} was answered ${text}`);
      const page = JSON.parse(text) as Page;
      pages.push({ status: answer.status, body: page });
      next = isFeed && page.more ? `/groups/${this.group}/changes?cursor=${page.cursor!}` : (page.next ?? undefined);
    }
    if (isFeed) return { changes: pages.flatMap(({ body }) => body.changes) };
    return withoutVolatile(pages);
  }

  /** The clock of the installation, whose changes may be given the past that a test needs. */
  async #now(): Promise<number> {
    const answer = await this.#fetch('GET', '/health/live');
    await answer.body?.cancel();
    return Date.parse(answer.headers.get('date')!);
  }

  async #post(elements: unknown[]): Promise<void> {
    await this.#send('POST', 'externalObjects', elements);
  }

  async #send(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await this.#fetch(method, `/groups/${this.group}/${path}`, body);
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  }

  #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const isPicture = Buffer.isBuffer(body);
    return fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': isPicture ? 'image/png' : 'application/json' }),
      },
      body: body === undefined ? undefined : isPicture ? new Uint8Array(body) : JSON.stringify(body),
    });
  }
}

function pallet(n: number): object {
  return {
    externalId: `pallet-${n}`,
    locationUpdate: { newPosition: { lat: 50 + (n % 10) / 1000, lon: 7 + Math.floor(n / 10) / 1000, alt: n }, floor: n % 4, accuracy: 3 },
    fieldValues: [
      { type: 'String', field: 'content', value: `Größe ${n}` },
      { type: 'Number', field: 'stack', value: n % 5 },
    ],
    initialExternalObject: { title: `Pallet ${n}`, type: 'pallet' },
  };
}

/** A truck on a line through the quay, with all details of a position and a value of each type in turn. */
function report(truck: number, sequence: number, at: number): object {
  return {
    externalId: `truck-${truck}`,
    observedAt: new Date(at).toISOString(),
    locationUpdate: {
      newPosition: { lat: 50 + truck / 2000, lon: 6.98 + (sequence % 100) / 2500 },
      heading: sequence % 360,
      speed: (sequence % 20) + 0.5,
      accuracy: 5,
    },
    fieldValues: [
      { type: 'Number', field: 'load', value: (sequence % 40) + truck / 10 },
      sequence % 3 === 0
        ? { type: 'Category', field: 'work', value: { namespace: 'work', categoryName: 'loading' } }
        : { type: 'Number', field: 'sequence', value: sequence },
    ],
    initialExternalObject: { title: `Truck ${truck}`, type: 'truck' },
  };
}

/** One path per kind of answer, and per table that a version may change. All periods are over at the time `at`, so answers stay. */
function pathsAt(at: number): string[] {
  const time = (ms: number): string => new Date(ms).toISOString();
  const from = at - 72 * HOUR_MS;
  const period = `from=${time(from)}&to=${time(at)}`;
  // Reports are by quarter of an hour.
  const hours = `from=${time(hour(from))}&to=${time(hour(at))}`;
  const objects = ['pallet-0', 'pallet-1', 'pallet-2', 'pallet-3', 'pallet-4', 'truck-0', 'truck-2'];
  return [
    `externalObjects?limit=${PAGE}`,
    'externalObjects?archived=only',
    'externalObjects?type=truck',
    'externalObjects?bbox=6.999,49.999,7.004,50.004',
    'externalObjects?q=gr%C3%B6%C3%9Fe%2011',
    ...objects.flatMap((id) => [`externalObjects/${id}`, `externalObjects/${id}/history?${period}&limit=${PAGE}`]),
    'externalObjects/truck-1/export',
    'externalObjects/pallet-6/picture',
    `externalObjects/truck-0/trips?${period}`,
    `history?${period}&limit=${PAGE}&type=truck`,
    `positions?at=${time(at - 2 * HOUR_MS)}`,
    `positions?at=${time(at)}`,
    'holds',
    'retention',
    'fields',
    'types',
    'areas',
    `visits?near=50,7&radius=300&${hours}`,
    'webhooks',
    'dashboards',
    'shareLinks',
    `reports/tracking?${hours}&interval=all&by=type`,
    `reports/values?${hours}&by=category&field=work&interval=hour`,
    `reports/areas?${hours}&interval=all`,
    `heatmap?${hours}&bbox=6.9,49.9,7.1,50.1&resolution=9`,
    'changes?cursor=earliest&limit=500',
  ];
}

const hour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, member]) => [name, withoutVolatile(member)]),
  );
}
