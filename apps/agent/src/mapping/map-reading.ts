import { compileDto } from '#contracts/dto/compiled-dto.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import type { SourceConfig } from '../configuration/agent-config.js';
import type { MappedMember } from '../configuration/mapping-schemas.js';
import type { Element } from '../reading/element.js';
import type { QuarantineReason, Received } from '../reading/source.js';
import { type CompiledMap, compiledMap } from './compiled-map.js';
import { elementOf } from './element-of.js';
import type { MapResults } from './map-results.js';
import { Quarantined } from './quarantined.js';

/** The result for a message: the element to send, or the reason why there is none. */
export type Mapped =
  | {
      readonly element: Element;
      /** The element is sent and the warning counted: trackers that do not know their position report 0/0. */
      readonly warning?: 'zero-position';
    }
  | { readonly quarantined: { readonly reason: QuarantineReason; readonly detail: string } };

const check = compileDto(ExternalObjectUpdateDto);
const NO_RESULTS: MapResults = { members: {}, fields: [] };

/**
 * Turns one message into its element, by the source's own reading and its `map`. Returns a promise only when an
 * expression is more than a path.
 * @param receivedAt milliseconds since 1970: `observedAt` of a message without a time
 */
export function mapReading(received: Received, source: SourceConfig, receivedAt: number = Date.now()): Mapped | Promise<Mapped> {
  if (received.quarantined !== undefined) return { quarantined: received.quarantined };
  if (source.map === undefined)
    return received.reading === undefined
      ? { quarantined: { reason: 'not-mapped', detail: `Messages of the kind ${source.kind} need a map, and this source has none.` } }
      : judged(received, source, NO_RESULTS, receivedAt);
  const results = resultsOf(compiledMap(source), received);
  if (results instanceof Promise) return results.then((given) => judged(received, source, given, receivedAt), quarantineOf);
  return judged(received, source, results, receivedAt);
}

function judged(received: Received, source: SourceConfig, results: MapResults, receivedAt: number): Mapped {
  let element: Element;
  try {
    element = elementOf(received.reading, results, source, receivedAt);
  } catch (error) {
    return quarantineOf(error);
  }
  const fault = check(element);
  if (fault !== undefined)
    return { quarantined: { reason: 'invalid-element', detail: `${fault.pointer || 'the element'}: ${fault.detail}` } };
  const position = element.locationUpdate?.newPosition;
  return position?.lat === 0 && position.lon === 0 ? { element, warning: 'zero-position' } : { element };
}

function quarantineOf(error: unknown): Mapped {
  if (!(error instanceof Quarantined)) throw error;
  return { quarantined: { reason: error.reason, detail: error.message } };
}

function resultsOf(map: CompiledMap, { document, reading }: Received): MapResults | Promise<MapResults> {
  const members: Partial<Record<MappedMember, unknown>> = {};
  const fields: MapResults['fields'][number][] = new Array(map.fields.length);
  const waiting: Promise<void>[] = [];
  for (const [member, expression] of map.members) {
    const value = expression.evaluate(document, reading);
    if (value instanceof Promise) waiting.push(value.then((given) => void (members[member] = given), failed(`map.${member}`)));
    else members[member] = value;
  }
  for (const [index, { value: expression, ...field }] of map.fields.entries()) {
    const value = expression.evaluate(document, reading);
    if (value instanceof Promise)
      waiting.push(value.then((given) => void (fields[index] = { ...field, value: given as unknown }), failed(`map.fields.${field.name}`)));
    else fields[index] = { ...field, value };
  }
  return waiting.length === 0 ? { members, fields } : Promise.all(waiting).then(() => ({ members, fields }));
}

const failed =
  (member: string) =>
  (error: unknown): never => {
    throw new Quarantined('not-mapped', `${member} failed: ${(error as Error).message}`);
  };
