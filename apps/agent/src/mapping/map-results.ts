import type { MappedMember } from '../configuration/mapping-schemas.js';

/** The results of a `map`'s expressions; members without a result are absent. */
export interface MapResults {
  readonly members: Readonly<Partial<Record<MappedMember, unknown>>>;
  /** In configuration order. */
  readonly fields: readonly {
    readonly name: string;
    readonly type: 'String' | 'Number' | 'Category';
    readonly namespace?: string;
    readonly value: unknown;
  }[];
}
