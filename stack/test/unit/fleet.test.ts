import { describe, expect, it } from 'vitest';
import { Fleet } from '#stack/demo/fleet.js';
import { offset } from '#stack/demo/geometry.js';
import type { UpdateElement } from '#stack/posting/update-client.js';

const START = Date.parse('2026-11-21T08:00:00Z');
const THINGS = 12;

/** Half an hour of reports, every two seconds. */
function halfAnHour(seed: number): UpdateElement[][] {
  const fleet = new Fleet({ objects: THINGS, seed, startAt: START });
  return Array.from({ length: 900 }, (_unused, step) => fleet.reports(THINGS, START + (step + 1) * 2000));
}

const field = (element: UpdateElement, name: string) => element.fieldValues!.find((value) => value.field === name)!.value;
const position = (element: UpdateElement) => element.locationUpdate!.newPosition;

describe('the simulated fleet', () => {
  const reports = halfAnHour(1);

  it('is the same for the same seed and another for another', () => {
    expect(halfAnHour(1)).toEqual(reports);
    expect(halfAnHour(2)).not.toEqual(reports);
  });

  it('moves without jumps, no faster than a van drives', () => {
    for (let step = 1; step < reports.length; step++) {
      for (let thing = 0; thing < THINGS; thing++) {
        expect(offset(position(reports[step - 1]![thing]!), position(reports[step]![thing]!)).distance).toBeLessThan(14 * 2 + 1.5);
      }
    }
    for (let thing = 0; thing < THINGS; thing++) expect(new Set(reports.map((step) => position(step[thing]!).lat)).size).toBeGreaterThan(20);
  });

  it('drains batteries, fills them only while charging, and shows every status', () => {
    const seen = new Set<string>();
    let drained = false;
    for (let step = 1; step < reports.length; step++) {
      for (let thing = 0; thing < THINGS; thing++) {
        const before = field(reports[step - 1]![thing]!, 'battery') as number;
        const now = field(reports[step]![thing]!, 'battery') as number;
        const status = (report: UpdateElement) => (field(report, 'status') as { categoryName: string }).categoryName;
        seen.add(status(reports[step]![thing]!));
        expect(now).toBeGreaterThanOrEqual(0);
        if (now > before) expect([status(reports[step - 1]![thing]!), status(reports[step]![thing]!)]).toContain('charging');
        drained ||= now < before;
      }
    }
    expect(drained).toBe(true);
    expect([...seen].sort()).toEqual(['charging', 'driving', 'idle', 'loading']);
  });
});
