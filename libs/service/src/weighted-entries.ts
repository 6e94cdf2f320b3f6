/** An entry of a header such as Accept or Accept-Encoding; `q` as written, undefined if omitted. */
export interface WeightedEntry {
  name: string;
  q: string | undefined;
}

/** The entries of a header with weights (RFC 9110, 12.4.2), in their order and in lower case. @param max limit of entries that are read */
export function weightedEntries(header: string, max = Infinity): WeightedEntry[] {
  return header
    .split(',')
    .slice(0, max)
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      return { name, q: parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) };
    });
}
