import type { MappedMember } from './compiled-map.js';

/** What the expressions of a `map` gave; members that gave nothing are absent. */
export interface MapResults {
  readonly members: Readonly<Partial<Record<MappedMember, unknown>>>;
  /** In the order of the configuration. */
  readonly fields: readonly {
    readonly name: string;
    readonly type: 'String' | 'Number' | 'Category';
    readonly namespace?: string;
    readonly value: unknown;
  }[];
}
