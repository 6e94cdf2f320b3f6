import type { ReadingField } from '../../reading/reading.js';
import type { Received } from '../../reading/source.js';
import { movingFields, textField } from '../reading-parts/fields.js';
import type { AisReport } from './ais-message.js';

const MAX_SHIPS = 50_000;

interface KnownShip {
  readonly name?: string;
  /** Fields received before the first position; they are sent with it. */
  readonly waiting: Readonly<Record<string, ReadingField>>;
  readonly isLocated: boolean;
}

/**
 * Combines the different messages of a ship: its position every few seconds, its name and destination every six minutes. An object needs a
 * position first: earlier fields wait for it and are sent with it. The name becomes the title of a new object and the field `name`.
 * Holds 50,000 ships; beyond that, those silent for longest are dropped.
 */
export class KnownShips {
  /** By MMSI, in the order of their last messages. */
  private readonly ships = new Map<string, KnownShip>();

  /** @returns nothing while the ship has no position yet */
  read(report: AisReport, observedAt: number): readonly Received[] {
    const { mmsi, position } = report;
    const before = this.ships.get(mmsi);
    const name = report.name ?? before?.name;
    const reported = {
      ...report.fields,
      ...(report.name !== undefined && report.name !== before?.name && { name: textField(report.name)! }),
    };
    const isLocated = position !== undefined || before?.isLocated === true;
    const fields = { ...before?.waiting, ...reported };
    this.ships.delete(mmsi);
    this.ships.set(mmsi, { ...(name !== undefined && { name }), waiting: isLocated ? {} : fields, isLocated });
    if (this.ships.size > MAX_SHIPS) this.ships.delete(this.ships.keys().next().value!);
    if (!isLocated || (position === undefined && Object.keys(fields).length === 0)) return [];
    return [
      {
        document: report,
        reading: {
          id: mmsi,
          title: name ?? mmsi,
          type: 'vessel',
          observedAt,
          ...movingFields(report.fields),
          ...(position && { position }),
          fields,
        },
      },
    ];
  }
}
