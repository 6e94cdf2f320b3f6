import type { PositionDetails } from '#object-rules/object.js';
import { schemaOfDto } from './dto/dto-schemas.js';
import { LocationUpdateDto, NewPositionDto } from './dto/location-update.dto.js';
import type { JsonSchema } from './schema-fragments.js';

type Schemas<Name extends string> = Readonly<Record<Name, JsonSchema>>;

/** Bounds of texts are an installation's own, and may grow. */
const OWN_BOUNDS = ['minLength', 'maxLength', 'pattern'];

function propertiesOf<Dto extends object>(dto: abstract new () => Dto): Schemas<keyof Dto & string> {
  const { $defs } = schemaOfDto(dto) as { $defs: Record<string, { properties: Schemas<string> }> };
  const lasting = (schema: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(schema).filter(([word]) => !OWN_BOUNDS.includes(word)));
  return Object.fromEntries(Object.entries($defs[dto.name]!.properties).map(([name, schema]) => [name, lasting(schema)])) as Schemas<
    keyof Dto & string
  >;
}

const { newPosition: _, ...details } = propertiesOf(LocationUpdateDto);

/** `lat`, `lon` and `alt`, as `NewPositionDto` says them. */
export const coordinateProperties = propertiesOf(NewPositionDto);
/** The details that a report may add, as `LocationUpdateDto` has them; see `PositionDetails`. */
export const detailProperties: Schemas<keyof PositionDetails> = details;
