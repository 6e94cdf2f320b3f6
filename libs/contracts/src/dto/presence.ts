import { ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** May be left out. Unlike IsOptional it takes no null: `locationUpdate: null` is a mistake that must be seen. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** May be left out, and null clears what is there (RFC 7396). */
export function MayBeCleared(): PropertyDecorator {
  const condition = ValidateIf((_object, value) => value !== undefined && value !== null);
  const schema = JSONSchema((rules: object) => ({ anyOf: [{ type: 'null' }, rules] }) as never);
  return (target, property) => {
    condition(target, property);
    schema(target, property as string);
  };
}
