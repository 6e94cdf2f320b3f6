import type { Received } from '../../reading/source.js';
import { keptApart } from '../reading-parts/unreadable.js';
import { AisAssembly } from './ais-assembly.js';
import { readAis } from './ais-message.js';
import { KnownShips } from './known-ships.js';
import { ownPosition } from './own-position.js';
import { readSentence } from './sentence.js';

const MINUTE_MS = 60_000;

/** Reads the lines of one connection. */
export class LineReader {
  private readonly assembly = new AisAssembly();

  /**
   * @param ownId the id of the vehicle or site that carries the receiver
   * @param ships state of ships, including earlier connections
   */
  constructor(
    private readonly ownId: string | undefined,
    private readonly ships = new KnownShips(),
  ) {}

  /** The messages of a line; empty for sentences without relevant data. @param receivedAt milliseconds since 1970 */
  read(line: string, receivedAt: number): readonly Received[] {
    if (line.trim() === '') return [];
    const sentence = readSentence(line);
    if (sentence === undefined)
      return [
        keptApart(
          { line: line.slice(0, 200).toWellFormed() },
          'unreadable',
          'The line is no sentence of NMEA 0183, or its checksum is wrong.',
        ),
      ];
    if (sentence.start === '!' && (sentence.formatter === 'VDM' || sentence.formatter === 'VDO')) {
      const bits = this.assembly.add(sentence);
      const report = bits === undefined ? undefined : readAis(bits);
      if (report === undefined || (report.position === undefined && report.name === undefined && Object.keys(report.fields).length === 0))
        return [];
      return this.ships.read(report, report.second === undefined ? receivedAt : withSecond(receivedAt, report.second));
    }
    const own = this.ownId === undefined ? undefined : ownPosition(sentence, receivedAt);
    return own === undefined ? [] : [{ document: { line, ...own }, reading: { id: this.ownId!, ...own } }];
  }
}

/** AIS contains only the second: selects its last occurrence before the receipt, or slightly after it if clocks differ. */
function withSecond(receivedAt: number, second: number): number {
  const time = Math.floor(receivedAt / MINUTE_MS) * MINUTE_MS + second * 1000;
  return time - receivedAt > MINUTE_MS / 12 ? time - MINUTE_MS : time;
}
