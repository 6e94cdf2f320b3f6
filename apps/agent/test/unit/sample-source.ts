import type { SourceConfig } from '../../src/configuration/agent-config.js';
import { type Mapped, mapReading } from '../../src/mapping/map-reading.js';
import type { Element } from '../../src/reading/element.js';
import type { Received } from '../../src/reading/source.js';

/** A source as a configuration creates it; `more` replaces members for a test. */
export const sourceWith = (more: Partial<SourceConfig> = {}): SourceConfig => ({
  name: 'yard',
  kind: 'sample',
  namespace: 'yard',
  options: {},
  ...more,
});

export const RECEIVED_AT = Date.UTC(2026, 10, 21, 8);

export const map = async (received: Received, source: SourceConfig = sourceWith()): Promise<Mapped> =>
  mapReading(received, source, RECEIVED_AT);

/** @throws Error that says why there is none */
export async function elementMade(received: Received, source?: SourceConfig): Promise<Element> {
  const mapped = await map(received, source);
  if ('element' in mapped) return mapped.element;
  throw new Error(`kept apart: ${JSON.stringify(mapped.quarantined)}`);
}

export async function reasonKept(received: Received, source?: SourceConfig): Promise<string> {
  const mapped = await map(received, source);
  return 'quarantined' in mapped ? `${mapped.quarantined.reason}: ${mapped.quarantined.detail}` : 'it was not kept apart';
}
