import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HubTokenDesk } from './hub-tokens.js';
import type { HubDocument, HubWorld, ThingPosition } from './hub-world.js';
import { planToDegrees } from './site.js';

type Answer = readonly [number, unknown?];

/** The REST interface of the simulated hub. */
export class HubRestDesk {
  /** Number of calls by method and path. */
  readonly calls = new Map<string, number>();

  constructor(
    private readonly basePath: string,
    private readonly world: HubWorld,
    private readonly tokens: HubTokenDesk,
    private readonly move: (thing: string, where: ThingPosition) => void,
  ) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url!, 'http://hub');
    const [status, answer] = this.judge(request, url, Buffer.concat(chunks).toString());
    const body = this.world.quirks.has('null-for-empty-lists') && Array.isArray(answer) && answer.length === 0 ? null : answer;
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }

  private judge(request: IncomingMessage, url: URL, body: string): Answer {
    const method = request.method!;
    if (method === 'POST' && url.pathname === '/token') return this.tokens.grant(body, request.headers.authorization);
    if (!url.pathname.startsWith(`${this.basePath}/`)) return [404, { type: 'not-found', code: 404 }];
    const path = url.pathname.slice(this.basePath.length);
    this.calls.set(`${method} ${path}`, (this.calls.get(`${method} ${path}`) ?? 0) + 1);
    if (this.tokens.judge(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]) !== undefined)
      return [401, { type: 'unauthorized', code: 401 }];
    if (path === '/providers/locations' && method !== 'GET') return this.written(method, body);
    if (method === 'PUT') return this.transformed(path, body);
    return this.read(path.split('/').slice(1).map(decodeURIComponent), url.searchParams.get('crs') ?? undefined);
  }

  private read([kind, id, part]: readonly string[], crs: string | undefined): Answer {
    const { world } = this;
    if (kind === 'trackables' && id === 'motions') return world.quirks.has('no-motions-list') ? [404] : [200, world.motions(crs)];
    if (kind === 'providers' && id === 'locations') return [200, world.locations(crs)];
    if (kind === 'fences' && id !== undefined && part === 'motions') return world.fences.has(id) ? [200, world.inside(id, crs)] : [404];
    const objects = this.objects(kind!);
    if (objects === undefined) return [404];
    if (id === 'summary') return world.quirks.has('no-summary') ? [404] : [200, [...objects.values()]];
    if (id === undefined) return [200, world.quirks.has('ids-in-lists') ? [...objects.keys()] : [...objects.values()]];
    const object = objects.get(id);
    return object ? [200, object] : [404];
  }

  private objects(kind: string): ReadonlyMap<string, HubDocument> | undefined {
    const { world } = this;
    if (kind === 'trackables') return new Map([...world.trackables].map(([id, each]) => [id, world.trackableOf(each)]));
    if (kind === 'zones') return new Map([...world.zones].map(([id, each]) => [id, world.zoneOf(each)]));
    return kind === 'fences' ? new Map([...world.fences].map(([id, each]) => [id, world.fenceOf(each)])) : undefined;
  }

  private transformed(path: string, body: string): Answer {
    const zone = this.world.zones.get(decodeURIComponent(/^\/zones\/([^/]+)\/transform$/.exec(path)?.[1] ?? ''));
    if (zone === undefined || this.world.quirks.has('no-transform')) return [404];
    const { position } = JSON.parse(body) as { position: { coordinates: [number, number] } };
    const { lat, lon } = planToDegrees(zone, position.coordinates);
    return [200, { position: { type: 'Point', coordinates: [lon, lat] }, source: zone.id, crs: 'EPSG:4326' }];
  }

  /** Bulk writes by location systems. */
  private written(method: string, body: string): Answer {
    const posts = this.world.quirks.has('post-locations');
    if (method !== (posts ? 'POST' : 'PUT')) return [405];
    for (const { position, source, crs, provider_id, trackables, timestamp_generated } of JSON.parse(body) as {
      position: { coordinates: [number, number] };
      source: string;
      crs?: string;
      provider_id: string;
      trackables?: string[];
      timestamp_generated?: string;
    }[]) {
      const [first, second] = position.coordinates;
      const at = timestamp_generated === undefined ? Date.now() : Date.parse(timestamp_generated);
      this.move(
        trackables?.[0] ?? provider_id,
        crs === 'EPSG:4326' ? { at, lon: first, lat: second } : { at, zone: source, x: first, y: second },
      );
    }
    return [posts ? 202 : 204];
  }
}
