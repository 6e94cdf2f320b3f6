import { pause } from '#lifecycle/abortable-pause.js';
import type { Finding, Received, SourceKind } from '../../reading/source.js';
import { Backoff } from '../connecting/backoff.js';
import { errorSentence, errorText } from '../connecting/error-text.js';
import { Follower } from './follow.js';
import { readOn } from './followed-file.js';
import { matchingFiles } from './matching-files.js';
import { FILES_EXAMPLE, FILES_SCHEMA, type FilesOptions } from './options.js';
import { WholeFiles } from './whole-files.js';

const MAX_SAMPLES = 10;

/** Files in a folder. CSV and NDJSON are followed as they grow; a GPX file is read once, when it is complete. */
export const FILES_SOURCE: SourceKind<FilesOptions> = {
  kind: 'files',
  summary: 'Files in a folder: CSV and NDJSON while they grow, GPX when they are complete.',
  options: FILES_SCHEMA,
  example: FILES_EXAMPLE,
  needsMap: ({ format }) => format !== 'gpx',
  async check(options) {
    try {
      const found = await matchingFiles(options.folder, options.names);
      if (found.length === 0)
        return { findings: [{ level: 'warning', text: `${options.folder} has no file ${options.names} yet.` }], samples: [] };
      const samples: Received[] = [];
      for (const file of options.format === 'gpx' ? [] : found.slice(-1))
        samples.push(...(await readOn(file, undefined, options, false)).messages.slice(0, MAX_SAMPLES));
      const findings: Finding[] = [{ level: 'fine', text: `${options.folder} has ${found.length} files ${options.names}.` }];
      const columns = Object.keys((samples[0]?.document as { row?: object } | undefined)?.row ?? {});
      if (options.format === 'csv' && columns.length === 1)
        findings.push({
          level: 'warning',
          text: `The header is one column: ${JSON.stringify(columns[0]!.slice(0, 100))}. Set delimiter to what stands between its names.`,
        });
      return { findings, samples };
    } catch (error) {
      return {
        findings: [{ level: 'fault', text: `${errorSentence(error)} Check folder, names and what the agent may read.` }],
        samples: [],
      };
    }
  },
  async run(options, context) {
    const reader = options.format === 'gpx' ? new WholeFiles(options, context) : new Follower(options, context);
    const backoff = new Backoff();
    while (!context.signal.aborted) {
      let wait = (options.everySeconds ?? 1) * 1000;
      try {
        const { files, waiting } = await reader.look();
        const waits =
          waiting === 0
            ? ''
            : ` ${waiting} ${waiting === 1 ? 'line waits for its newline' : 'lines wait for their newlines'}: until ` +
              'then more of it may be written.';
        context.connected(`${files} files ${options.names} in ${options.folder}.${waits}`);
        backoff.reset();
      } catch (error) {
        if (context.signal.aborted) return;
        context.disconnected(errorText(error));
        wait = Math.max(wait, backoff.next());
      }
      await pause(wait, context.signal);
    }
  },
};
