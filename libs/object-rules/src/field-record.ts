/**
 * Callers choose the names of fields, so a name may be `__proto__`, `constructor` or `toString`. These functions read and write records by
 * such names: they see only own properties and never change the prototype.
 */
export function heldField<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function putField<T>(fields: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
}
