import { ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** May be omitted. Unlike IsOptional, this refuses null, since `locationUpdate: null` is a mistake that the client should see. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** May be omitted; null clears the current value (RFC 7396). Its other rules must include a type, and none that null would break. */
export function MayBeCleared(): PropertyDecorator {
  const condition = ValidateIf((_object, value) => value !== undefined && value !== null);
  // A list of types instead of a union: if no branch of a union matches, the first reported fault is about null.
  const schema = JSONSchema((rules: { type?: unknown }) => ({ ...rules, type: [rules.type, 'null'] }) as never);
  return (target, property) => {
    condition(target, property);
    schema(target, property as string);
  };
}
