import { type Static, type TObjectOptions, type TSchema, type TStringOptions, Type } from 'typebox';

/** A secret, or a text with references to secrets; its format says so (`secretPaths`). */
export const secret = (options: TStringOptions) => Type.String({ format: 'secret', ...options });

/**
 * An object with values of one kind, under any names. `Type.Record` describes the names by a pattern instead, and its `^.*$` does not match
 * names with a line break: their values would not be checked.
 */
export const byName = <Value extends TSchema>(value: Value, options: TObjectOptions) =>
  Type.Unsafe<Record<string, Static<Value>>>({ type: 'object', additionalProperties: value, ...options });
