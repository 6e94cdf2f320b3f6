/**
 * Numbers that a locationUpdate may have in addition to its position, by name, with their meanings. A source's `map` can set all of them.
 */
export const LOCATION_NUMBERS = {
  accuracy: 'Accuracy: a radius in metres.',
  heading: 'Direction of movement in degrees, clockwise from true north, 0 to 360.',
  speed: 'Speed over ground in metres per second.',
  satellites: 'Satellites that the receiver used.',
} as const;
export type LocationNumber = keyof typeof LOCATION_NUMBERS;
export type LocationNumbers = { readonly [name in LocationNumber]?: number };
export const LOCATION_NUMBER_NAMES = Object.keys(LOCATION_NUMBERS) as LocationNumber[];

/**
 * The posted form of a reading: an element of `POST /groups/{groupID}/externalObjects`, which always contains the time
 * of observation.
 */
export interface Element {
  readonly externalId: string;
  readonly observedAt: string;
  readonly locationUpdate?: {
    readonly newPosition: { readonly lat: number; readonly lon: number; readonly alt?: number };
    readonly floor?: string | number;
  } & LocationNumbers;
  readonly fieldValues?: readonly FieldValue[];
  readonly initialExternalObject?: { readonly title?: string; readonly type?: string };
}

export type FieldValue =
  | { readonly type: 'Number'; readonly field: string; readonly value: number | null }
  | { readonly type: 'String'; readonly field: string; readonly value: string | null }
  | {
      readonly type: 'Category';
      readonly field: string;
      readonly value: { readonly namespace: string; readonly categoryName: string } | null;
    };
