import type { schemaOfDto } from './dto-schemas.js';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/**
 * Where a body's schema has each property, for messages about one in the wrong object: `locationUpdate.newPosition` for `lat`, the empty
 * string for a property of the outermost object. A name with several places, or within a list, is not included.
 */
export function placesOfNames(whole: ReturnType<typeof schemaOfDto>): ReadonlyMap<string, string> {
  const definitions = whole['$defs'] as Record<string, Schema>;
  const places = new Map<string, string[]>();
  const visit = (schema: Schema, path: readonly string[]): void => {
    const reference = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
    if (reference !== undefined) return visit(definitions[reference]!, path);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      places.set(name, [...(places.get(name) ?? []), path.join('.')]);
      visit(property, [...path, name]);
    }
    // Counted, so that a name in a list and elsewhere has several places.
    if (schema.items !== undefined) visit(schema.items, [...path, LIST]);
  };
  visit(whole, []);
  return new Map([...places].flatMap(([name, [place, ...more]]) => (more.length > 0 || place!.includes(LIST) ? [] : [[name, place!]])));
}

const LIST = '[]';
