import type { ObjectSchema } from '../../reading/source.js';

/** Options of a source of the kind `files`. */
export interface FilesOptions {
  readonly folder: string;
  /** Names of files in the folder, with `*` and `?`. */
  readonly names: string;
  readonly format: 'csv' | 'ndjson' | 'gpx';
  readonly delimiter?: string;
  /** For files that exist at the first start, for csv and ndjson. */
  readonly begin?: 'start' | 'end';
  readonly everySeconds?: number;
}

export const FILES_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['folder', 'names', 'format'],
  properties: {
    folder: { type: 'string', minLength: 1, maxLength: 4096, description: 'Where the files lie.' },
    names: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[^/\\u0000]+$',
      description: 'Which of them, as track.csv or *.csv: * stands for any characters, ? for one.',
    },
    format: {
      enum: ['csv', 'ndjson', 'gpx'],
      description:
        'csv (with a header) and ndjson are followed as they grow and need a map: a line counts when its ' +
        'newline is written; a gpx is read when it is whole.',
    },
    delimiter: { type: 'string', minLength: 1, maxLength: 1, default: ',', description: 'Of csv.' },
    begin: {
      enum: ['start', 'end'],
      default: 'start',
      description: 'Of csv and ndjson that are there at the first start: read them, or only what comes from then on.',
    },
    everySeconds: { type: 'number', minimum: 0.1, maximum: 3600, default: 1, description: 'How often is looked.' },
  },
};

export const FILES_EXAMPLE = `name: weighbridge
kind: files
folder: /var/log/weighbridge
names: positions*.csv
format: csv
map:
  id: row.plate
  observedAt: row.time
  lat: row.lat
  lon: row.lon
`;
