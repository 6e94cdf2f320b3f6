import type { Finding, Received, SourceKind } from '../../reading/source.js';
import { errorSentence } from '../connecting/error-text.js';
import { Gathering } from '../connecting/gathering.js';
import { reconnecting } from '../connecting/reconnecting.js';
import { readTcp, readUdp } from './connections.js';
import { KnownShips } from './known-ships.js';
import { NMEA_AIS_EXAMPLE, NMEA_AIS_SCHEMA, type NmeaAisOptions } from './options.js';
import { LineReader } from './read-line.js';

const MAX_WAITING = 2000;
const LISTEN_MS = 5000;
const MAX_SAMPLES = 10;

/**
 * Sentences of NMEA 0183: ships by AIS, and the receiver's own position. The protocol has no acknowledgement, so data is lost while the
 * agent is down.
 */
export const NMEA_AIS_SOURCE: SourceKind<NmeaAisOptions> = {
  kind: 'nmea-ais',
  summary: 'Ships from AIS and positions from NMEA 0183, over TCP or UDP.',
  options: NMEA_AIS_SCHEMA,
  example: NMEA_AIS_EXAMPLE,
  needsMap: () => false,
  async check(options, { signal }) {
    const samples: Received[] = [];
    const findings: Finding[] = [];
    const reader = new LineReader(options.ownId);
    const end = AbortSignal.any([signal, AbortSignal.timeout(LISTEN_MS)]);
    const readLines = options.transport === 'tcp' ? readTcp : readUdp;
    try {
      await readLines({
        options,
        signal: end,
        connected: (detail) => findings.push({ level: 'fine', text: detail }),
        async lines(lines) {
          for (const line of lines) if (samples.length < MAX_SAMPLES) samples.push(...reader.read(line, Date.now()));
        },
      });
    } catch (error) {
      if (!end.aborted)
        findings.push({
          level: 'fault',
          text: `${options.host ?? ''}:${options.port}: ${errorSentence(error)} Check transport, host and port.`,
        });
    }
    if (findings.length === 0)
      findings.push({
        level: 'fault',
        text: `${options.host ?? ''}:${options.port} did not answer within ${LISTEN_MS / 1000} s. Check host, port and the firewall.`,
      });
    else if (samples.length === 0 && findings[0]!.level === 'fine')
      findings.push({ level: 'warning', text: `No position came within ${LISTEN_MS / 1000} s.` });
    return { findings, samples };
  },
  async run(options, context) {
    const gathering = new Gathering((messages) => context.deliver(messages));
    const ships = new KnownShips();
    let dropped = 0;
    await reconnecting(context, async (connected) => {
      const reader = new LineReader(options.ownId, ships);
      const readLines = options.transport === 'tcp' ? readTcp : readUdp;
      let failure: unknown;
      await readLines({
        options,
        signal: context.signal,
        connected,
        async lines(lines) {
          if (failure !== undefined) throw failure;
          if (options.transport === 'udp' && gathering.waiting >= MAX_WAITING) {
            if (++dropped % 1000 === 1)
              context.log.warn({ dropped }, 'Datagrams are being dropped: the disk or the gateway cannot keep up.');
            return;
          }
          const receivedAt = Date.now();
          const messages = lines.flatMap((line) => reader.read(line, receivedAt));
          if (messages.length === 0) return;
          const kept = gathering.add(messages).catch((error: unknown) => (failure = error));
          if (options.transport === 'tcp' && gathering.waiting >= MAX_WAITING) await kept;
        },
      });
    });
  },
};
