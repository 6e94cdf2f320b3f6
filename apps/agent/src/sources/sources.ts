import { OMLOX } from './omlox/omlox.js';
import type { SourceKind } from './source.js';

/** Every kind of source that the agent knows, in the order of the documentation. */
export const SOURCES: readonly SourceKind<never>[] = [OMLOX];

export function sourceKind(kind: string): SourceKind<never> | undefined {
  return SOURCES.find((source) => source.kind === kind);
}
