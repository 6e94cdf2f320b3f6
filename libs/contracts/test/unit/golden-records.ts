import { readdirSync, readFileSync } from 'node:fs';

/** An example record as a consumer receives it. */
export interface GoldenRecord {
  topic: string;
  key: string | null;
  headers: Record<string, string>;
  value: Record<string, unknown>;
}

const folder = new URL('../../golden/', import.meta.url);

/** The golden records by the name of their contract; a file holds one record or a list. */
export function goldenRecords(): Map<string, GoldenRecord[]> {
  return new Map(
    readdirSync(folder).map((file): [string, GoldenRecord[]] => {
      const content = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldenRecord | GoldenRecord[];
      return [file.replace(/\.json$/, ''), Array.isArray(content) ? content : [content]];
    }),
  );
}
