import type { ReadingField } from '../../mapping/reading.js';
import type { Received } from '../source.js';
import { textField } from '../reading-parts/fields.js';
import type { AisReport } from './ais-message.js';

const MOST_SHIPS = 50_000;

interface KnownShip {
  readonly name?: string;
  /** What was said before the first position, and is to go with it. */
  readonly waiting: Readonly<Record<string, ReadingField>>;
  readonly isLocated: boolean;
}

/**
 * Puts together what a ship says in different messages: where it is every few seconds, its name and destination every six minutes. An object
 * begins with a position: what came before it waits for it, and is sent with it. The name is the title of a new object, and the field `name`.
 * Holds 50,000 ships; of more, those that were quiet longest are forgotten.
 */
export class KnownShips {
  /** By MMSI; whoever said something last stands last. */
  private readonly ships = new Map<string, KnownShip>();

  /** @returns nothing for what waits for a position */
  read(report: AisReport, observedAt: number): readonly Received[] {
    const { mmsi, position } = report;
    const before = this.ships.get(mmsi);
    const name = report.name ?? before?.name;
    const said = { ...report.fields, ...(report.name !== undefined && report.name !== before?.name && { name: textField(report.name)! }) };
    const isLocated = position !== undefined || before?.isLocated === true;
    const fields = { ...before?.waiting, ...said };
    this.ships.delete(mmsi);
    this.ships.set(mmsi, { ...(name !== undefined && { name }), waiting: isLocated ? {} : fields, isLocated });
    if (this.ships.size > MOST_SHIPS) this.ships.delete(this.ships.keys().next().value!);
    if (!isLocated || (position === undefined && Object.keys(fields).length === 0)) return [];
    return [
      { document: report, reading: { id: mmsi, title: name ?? mmsi, type: 'vessel', observedAt, ...(position && { position }), fields } },
    ];
  }
}
