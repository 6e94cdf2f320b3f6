/** One entry of a header such as Accept or Accept-Encoding; `q` as it stands there, undefined where it has none. */
export interface WeightedEntry {
  name: string;
  q: string | undefined;
}

/** The entries of a header that gives weights (RFC 9110, 12.4.2), in their order and in lower case. @param most entries that are read */
export function weightedEntries(header: string, most = Infinity): WeightedEntry[] {
  return header
    .split(',')
    .slice(0, most)
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      return { name, q: parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) };
    });
}
