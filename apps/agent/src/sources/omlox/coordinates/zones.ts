import { type Static, Type } from 'typebox';
import { finiteOf, type JsonObject, objectOf, textOf } from '../../reading-parts/json-values.js';
import { readControlPoints } from './control-points.js';
import { fitGround, type GroundFit } from './ground-fit.js';

/** The parts of a zone that positions need. */
export interface Zone {
  readonly id: string;
  readonly floor: number | undefined;
  /** Undefined: the hub itself must be asked (`…/transform`). */
  readonly fit: GroundFit | undefined;
  /** Why there is no fit. */
  readonly unusable: string | undefined;
}

/** Ground control points that the configuration gives for a zone; they override the hub's. */
export const GIVEN_ZONE_SCHEMA = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'The id or foreign id of the zone, as source of a location names it.',
    }),
    groundControlPoints: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      minItems: 6,
      maxItems: 2000,
      description: '[lon, lat], [x, y] in turn; at least 3 of each, better 4, not in a line.',
    }),
    floor: Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
);
export type GivenZone = Static<typeof GIVEN_ZONE_SCHEMA>;

const MAX_ZONES = 5000;

/** The zones of a hub, by id or foreign id, as `source` of a Location may name either. */
export class Zones {
  private readonly given: ReadonlyMap<string, Zone>;
  private known: ReadonlyMap<string, Zone> = new Map();

  /** @throws Error for unusable given points, which must be corrected in the configuration */
  constructor(given: readonly GivenZone[]) {
    this.given = new Map(given.map((zone) => [zone.source, givenZone(zone)]));
  }

  find(source: string): Zone | undefined {
    return this.given.get(source) ?? this.known.get(source);
  }

  get size(): number {
    return new Set([...this.known.values(), ...this.given.values()]).size;
  }

  /** Replaces all zones. An id takes precedence over a foreign id; a foreign id of two zones is ignored. */
  replace(documents: readonly unknown[]): void {
    const known = new Map<string, Zone>();
    const foreign = new Map<string, Zone | undefined>();
    for (const document of documents.slice(0, MAX_ZONES)) {
      const object = objectOf(document);
      const id = textOf(object?.id);
      if (object === undefined || id === undefined) continue;
      const zone = zoneOf(id, object);
      known.set(id, zone);
      const foreignId = textOf(object.foreign_id);
      if (foreignId !== undefined) foreign.set(foreignId, foreign.has(foreignId) ? undefined : zone);
    }
    for (const [id, zone] of foreign) if (zone !== undefined && !known.has(id)) known.set(id, zone);
    this.known = known;
  }

  /** Every zone, usable or not, once. */
  all(): readonly Zone[] {
    return [...new Set([...this.given.values(), ...this.known.values()])];
  }
}

function givenZone({ source, groundControlPoints, floor }: GivenZone): Zone {
  const points = readControlPoints(groundControlPoints);
  const fit = points ? fitGround(points) : { unusable: 'its groundControlPoints are not [lon, lat], [x, y] in turn' };
  if ('unusable' in fit) throw new Error(`Zone ${source} of the configuration: ${fit.unusable}.`);
  return { id: source, floor, fit, unusable: undefined };
}

function zoneOf(id: string, zone: JsonObject): Zone {
  const floor = finiteOf(zone.floor);
  if (zone.incomplete_configuration === true)
    return { id, floor, fit: undefined, unusable: 'its configuration is incomplete by its own word' };
  if (zone.ground_control_points === undefined || zone.ground_control_points === null)
    return { id, floor, fit: undefined, unusable: 'it has no ground control points' };
  const points = readControlPoints(zone.ground_control_points);
  const fit = points ? fitGround(points) : { unusable: 'its ground control points cannot be read' };
  return 'unusable' in fit ? { id, floor, fit: undefined, unusable: fit.unusable } : { id, floor, fit, unusable: undefined };
}
