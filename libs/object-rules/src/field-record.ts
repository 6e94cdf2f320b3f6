/**
 * Fields are named by callers, so a name may be `__proto__`, `constructor` or `toString`. Reading and writing a record
 * by such names goes through here: only own properties are seen, and none reaches the prototype.
 */
export function heldField<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function putField<T>(fields: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
}
