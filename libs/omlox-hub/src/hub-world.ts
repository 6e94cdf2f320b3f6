import type { HubQuirk } from './quirks.js';
import { controlPointsOf, planToDegrees, type SiteZone } from './site.js';

export interface WorldTrackable {
  readonly id: string;
  readonly name?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface WorldFence {
  readonly id: string;
  readonly name?: string;
}

/** Location of a thing: in degrees, or on the plan of a zone. */
export interface ThingPosition {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly lat?: number;
  readonly lon?: number;
  readonly zone?: string;
  readonly x?: number;
  readonly y?: number;
  readonly z?: number;
  readonly elevation?: 'floor' | 'wgs84';
  readonly floor?: number;
  readonly accuracy?: number;
  readonly speed?: number;
  /** An unknown reference system. */
  readonly crs?: string;
  /** The provider that located it; default: the thing's own tag. */
  readonly provider?: string;
}

export type HubDocument = Readonly<Record<string, unknown>>;

/** The state of a hub: things with their locations, zones, fences and the things in them. */
export class HubWorld {
  readonly trackables = new Map<string, WorldTrackable>();
  readonly zones = new Map<string, SiteZone>();
  readonly fences = new Map<string, WorldFence & { readonly inside: Map<string, number> }>();
  readonly last = new Map<string, ThingPosition>();

  constructor(readonly quirks: ReadonlySet<HubQuirk>) {}

  /** The location as the hub sends it to a client that requested `crs`; undefined if it sends none. */
  locationOf(thing: string, where: ThingPosition, crs: string | undefined): HubDocument | undefined {
    const zone = where.zone === undefined ? undefined : this.zones.get(where.zone);
    const wantsDegrees = crs?.toUpperCase() === 'EPSG:4326';
    const local = where.zone !== undefined;
    if (wantsDegrees && (local || where.crs !== undefined) && this.quirks.has('crs-is-a-filter')) return undefined;
    const projects = wantsDegrees && local && zone !== undefined && !this.quirks.has('crs-ignored');
    const place = projects ? planToDegrees(zone, [where.x!, where.y!]) : undefined;
    const written = (degrees: number): number => (this.quirks.has('coarse-degrees') ? Math.fround(degrees) : degrees);
    const coordinates = place ? [written(place.lon), written(place.lat)] : local ? [where.x, where.y] : [where.lon, where.lat];
    const source = zone ? (this.quirks.has('foreign-sources') ? (zone.foreignId ?? zone.id) : zone.id) : (where.zone ?? 'gps');
    return {
      position: { type: 'Point', coordinates: where.z === undefined ? coordinates : [...coordinates, where.z] },
      source,
      provider_type: local ? 'uwb' : 'gps',
      provider_id: where.provider ?? `tag-${thing}`,
      trackables: [thing],
      ...(!this.quirks.has('no-times') && {
        timestamp_generated: new Date(where.at).toISOString(),
        timestamp_sent: new Date(where.at + 1).toISOString(),
      }),
      ...(where.crs !== undefined ? { crs: where.crs } : (place !== undefined || !local) && { crs: 'EPSG:4326' }),
      ...(where.floor !== undefined && { floor: where.floor }),
      ...(where.accuracy !== undefined && { accuracy: where.accuracy }),
      ...(where.speed !== undefined && { speed: where.speed }),
      ...(where.elevation !== undefined && { elevation_ref: where.elevation }),
    };
  }

  motionOf(thing: string, where: ThingPosition, crs: string | undefined): HubDocument | undefined {
    const location = this.locationOf(thing, where, crs);
    const { name, properties } = this.trackables.get(thing) ?? {};
    if (location === undefined) return undefined;
    return this.quirks.has('bare-motions')
      ? { id: thing, location }
      : { id: thing, location, ...(name !== undefined && { name }), properties: properties ?? {} };
  }

  motions(crs: string | undefined): HubDocument[] {
    return [...this.last].map(([thing, where]) => this.motionOf(thing, where, crs)).filter((each) => each !== undefined);
  }

  locations(crs: string | undefined): HubDocument[] {
    return [...this.last].map(([thing, where]) => this.locationOf(thing, where, crs)).filter((each) => each !== undefined);
  }

  trackableOf({ id, name, properties }: WorldTrackable): HubDocument {
    return { id, type: 'omlox', ...(name !== undefined && { name }), location_providers: [`tag-${id}`], ...(properties && { properties }) };
  }

  zoneOf(zone: SiteZone): HubDocument {
    const hidden = this.quirks.has('no-control-points') || this.quirks.has('no-transform');
    const points = controlPointsOf(zone);
    const named = points.flatMap((point, index) =>
      index % 2 === 0 ? [{ wgs84: { type: 'Point', coordinates: point }, local: { type: 'Point', coordinates: points[index + 1] } }] : [],
    );
    return {
      id: zone.id,
      type: 'uwb',
      name: zone.name,
      ...(zone.foreignId !== undefined && { foreign_id: zone.foreignId }),
      ...(zone.floor !== undefined && { floor: zone.floor }),
      ...(!hidden && { ground_control_points: this.quirks.has('named-control-points') ? named : points }),
    };
  }

  fenceOf({ id, name }: WorldFence): HubDocument {
    return { id, ...(name !== undefined && { name }), region: { type: 'Point', coordinates: [0, 0] }, radius: 1 };
  }

  inside(fence: string, crs: string | undefined): HubDocument[] {
    const inside = this.fences.get(fence)?.inside ?? new Map<string, number>();
    return this.motions(crs).filter(({ id }) => inside.has(id as string));
  }
}
