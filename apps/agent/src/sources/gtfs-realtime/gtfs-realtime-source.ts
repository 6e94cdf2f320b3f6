import type { SourceKind } from '../../reading/source.js';
import { checkPoll } from '../polling/check-poll.js';
import { POLL_SCHEMA, type PollOptions } from '../polling/poll-options.js';
import { poll } from '../polling/poll.js';
import { readFeed } from './read-feed.js';

const EXAMPLE = `name: buses
kind: gtfs-realtime
url: https://transit.example/realtime/vehicle-positions.pb
everySeconds: 15
headers:
  X-Api-Key: \${env:TRANSIT_KEY}
`;

/** Vehicle positions of GTFS Realtime 2.0. A vehicle without a new measurement is not sent again. */
export const GTFS_REALTIME_SOURCE: SourceKind<PollOptions> = {
  kind: 'gtfs-realtime',
  summary: 'Vehicle positions of public transport as GTFS Realtime.',
  options: POLL_SCHEMA,
  example: EXAMPLE,
  needsMap: () => false,
  check: (options, context) => checkPoll(options, context, readFeed),
  run: (options, context) => poll(options, context, readFeed),
};
