import { ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** May be left out. Unlike IsOptional it takes no null: `locationUpdate: null` is a mistake that must be seen. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** May be left out, and null clears the present value (RFC 7396). Its rules must name a type, and nothing else that null would break. */
export function MayBeCleared(): PropertyDecorator {
  const condition = ValidateIf((_object, value) => value !== undefined && value !== null);
  // One list of types, no union: when no branch of a union accepts, the first fault reported is the one of null.
  const schema = JSONSchema((rules: { type?: unknown }) => ({ ...rules, type: [rules.type, 'null'] }) as never);
  return (target, property) => {
    condition(target, property);
    schema(target, property as string);
  };
}
