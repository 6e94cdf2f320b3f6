import { IsInt, IsNumber, Max, Min } from 'class-validator';
import type { NumberProperty } from '#object-rules/position.js';

/** A number within the bounds of a property. */
export function NumberOf({ type, minimum, maximum }: NumberProperty): PropertyDecorator {
  const rules = [...(maximum === undefined ? [] : [Max(maximum)]), Min(minimum), type === 'integer' ? IsInt() : IsNumber()];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
