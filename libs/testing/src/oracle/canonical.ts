/** JSON with sorted keys and without undefined: equal texts mean equal values (−0 counts as 0, as JSON writes it). */
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
