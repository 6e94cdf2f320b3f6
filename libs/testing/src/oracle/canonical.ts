/** JSON with sorted keys and without undefined, so that equal texts mean equal values (−0 counts as 0, as in JSON). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Whether both have the same canonical text; several times as fast as comparing the texts. */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isComposite(one) || !isComposite(other)) return !isComposite(one) && !isComposite(other) && canonical(one) === canonical(other);
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, index) => isSameData(each, other[index]))
    );
  }
  let present = 0;
  for (const name of Object.keys(one)) {
    if (one[name] === undefined) continue;
    if (!Object.hasOwn(other, name) || other[name] === undefined || !isSameData(one[name], other[name])) return false;
    present++;
  }
  for (const name of Object.keys(other)) if (other[name] !== undefined) present--;
  return present === 0;
}

const isComposite = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
