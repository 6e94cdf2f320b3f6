/** Description of a property of a position with its unit, and an example, as in JSON Schema. */
interface PositionProperty {
  readonly type: 'number' | 'integer' | readonly ['string', 'number'];
  readonly description: string;
  readonly examples: readonly [string | number];
}
/** A numeric property of a position, with its bounds. */
export interface NumberProperty extends PositionProperty {
  readonly type: 'number' | 'integer';
  readonly minimum: number;
  readonly maximum?: number;
}

/** WGS 84 coordinates. */
export interface Coordinates {
  lat: number;
  lon: number;
  alt?: number;
}

/** Optional details of a position; each belongs to its report and is removed by the next one. */
export interface PositionDetails {
  accuracy?: number;
  floor?: string | number;
  heading?: number;
  speed?: number;
  satellites?: number;
}

export interface Position extends Coordinates, PositionDetails {}

/** Checks, JSON Schemas and the OpenAPI document derive bounds and descriptions from these tables, which need no library at startup. */
export const COORDINATES = {
  lat: { type: 'number', minimum: -90, maximum: 90, description: 'Latitude in degrees, WGS 84.', examples: [53.4] },
  lon: { type: 'number', minimum: -180, maximum: 180, description: 'Longitude in degrees, WGS 84.', examples: [-2.98] },
  alt: { type: 'number', minimum: -12_000, maximum: 100_000, description: 'Metres above sea level.', examples: [18] },
} as const satisfies Record<keyof Coordinates, NumberProperty>;

/** In the order of columns in tables. */
export const POSITION_DETAILS = {
  accuracy: { type: 'number', minimum: 0, description: 'Accuracy: a radius in metres.', examples: [4] },
  floor: { type: ['string', 'number'], description: 'Floor of a building: a name or a number.', examples: ['2'] },
  heading: {
    type: 'number',
    minimum: 0,
    maximum: 360,
    description: 'Direction of movement in degrees, clockwise from true north.',
    examples: [270],
  },
  speed: { type: 'number', minimum: 0, description: 'Speed over ground in metres per second.', examples: [1.4] },
  satellites: { type: 'integer', minimum: 0, maximum: 255, description: 'Satellites that the receiver used.', examples: [9] },
} as const satisfies Record<keyof PositionDetails, PositionProperty | NumberProperty>;

export const POSITION_DETAIL_NAMES = Object.keys(POSITION_DETAILS) as (keyof PositionDetails)[];
