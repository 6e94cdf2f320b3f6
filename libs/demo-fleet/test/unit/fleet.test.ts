import { describe, expect, it } from 'vitest';
import { Fleet } from '#demo-fleet/fleet.js';
import { offset, type Point } from '#demo-fleet/geometry.js';
import { BATCH, history, HISTORY_DAYS, MAX_REPORTS } from '#demo-fleet/history.js';
import { KINDS, MIX } from '#demo-fleet/kinds.js';
import { streetNetwork } from '#demo-fleet/monaco.js';
import { seededRandom } from '#demo-fleet/random.js';
import type { FleetReport, FleetWords } from '#demo-fleet/report.js';

const START = Date.parse('2026-11-21T08:00:00Z');
const THINGS = MIX.length;
const STEP_SECONDS = 2;
/** Half a metre for the rounding of positions, and a metre for the stopping distance. */
const ROUNDING_METRES = 1.5;
const words: FleetWords = {
  titleOf: (kind, number) => `${kind} ${number}`,
  typeOf: (kind) => kind,
  statusOf: (status) => status,
  classOf: (what) => what,
};

function fleetOf(objects: number, seed = 1): Fleet {
  return new Fleet({ objects, words, idOf: (number) => `demo-${number}`, random: seededRandom(seed), startAt: START });
}

/** Half an hour of reports of each object, or fewer steps. */
function halfAnHour(seed: number, steps = 900): FleetReport[][] {
  const fleet = fleetOf(THINGS, seed);
  return Array.from({ length: steps }, (_unused, step) => fleet.reports(THINGS, START + (step + 1) * STEP_SECONDS * 1000));
}

const field = (report: FleetReport, name: string): unknown => report.fieldValues!.find((value) => value.field === name)?.value;
const status = (report: FleetReport): string | undefined => (field(report, 'status') as { categoryName: string } | undefined)?.categoryName;
const position = (report: FleetReport): Point => report.locationUpdate.newPosition;
const motionOf = (thing: number) => KINDS[MIX[thing % MIX.length]!].motion;
/** Numbers of the objects that move by themselves. */
const movers = MIX.flatMap((kind, thing) => (KINDS[kind].motion === undefined ? [] : [thing]));

const streets = streetNetwork().ways.flatMap(({ line }) => line.slice(1).map((end, at) => [line[at]!, end] as const));

/** Distance from the nearest street in metres. */
function fromStreets(point: Point): number {
  let nearest = Infinity;
  for (const [start, end] of streets) {
    const [along, there] = [offset(start, end), offset(start, point)];
    const share =
      along.distance === 0 ? 0 : Math.max(0, Math.min(1, (along.east * there.east + along.north * there.north) / along.distance ** 2));
    nearest = Math.min(nearest, Math.hypot(there.east - share * along.east, there.north - share * along.north));
  }
  return nearest;
}

describe('the streets', () => {
  it('lead from everywhere to everywhere', () => {
    const network = streetNetwork();
    const random = seededRandom(3);
    for (let trip = 0; trip < 50; trip++) {
      const [from, to] = [Math.floor(random() * network.places.length), Math.floor(random() * network.places.length)];
      const route = network.route(from, to);
      expect(route[0]).toEqual(network.places[from]);
      expect(route.at(-1)).toEqual(network.places[to]);
    }
  });

  it('are driven in their direction where they have one', () => {
    const network = streetNetwork();
    const oneWay = network.ways.find(({ from, to, bothWays, line }) => !bothWays && network.route(from, to).length === line.length)!;
    expect(network.route(oneWay.from, oneWay.to)).toEqual(oneWay.line);
    expect(network.route(oneWay.to, oneWay.from)).not.toEqual(oneWay.line.toReversed());
  });
});

describe('the simulated fleet', () => {
  const reports = halfAnHour(1);

  it('is the same for the same seed and another for another', () => {
    expect(halfAnHour(1, 100)).toEqual(reports.slice(0, 100));
    expect(halfAnHour(2, 100)).not.toEqual(reports.slice(0, 100));
  });

  it('has machines, products and supplies, each with a title and a unique id', () => {
    const first = reports[0]!;
    expect(new Set(first.map((report) => (field(report, 'class') as { categoryName: string }).categoryName))).toEqual(
      new Set(['machine', 'product', 'supply']),
    );
    expect(new Set(first.map(({ initialExternalObject }) => initialExternalObject!.title)).size).toBe(THINGS);
    expect(new Set(first.map(({ initialExternalObject }) => initialExternalObject!.type))).toEqual(new Set(MIX));
    expect(new Set(first.map(({ externalId }) => externalId)).size).toBe(THINGS);
  });

  it('moves without jumps, no faster than its kind can', () => {
    for (let step = 1; step < reports.length; step++) {
      for (const thing of movers) {
        const metres = offset(position(reports[step - 1]![thing]!), position(reports[step]![thing]!)).distance;
        expect(metres).toBeLessThan(motionOf(thing)!.topSpeed * STEP_SECONDS + ROUNDING_METRES);
      }
    }
    for (const thing of movers) expect(new Set(reports.map((step) => position(step[thing]!).lat)).size, MIX[thing]).toBeGreaterThan(20);
    expect(movers.filter((thing) => position(reports[0]![thing]!).lat !== position(reports[9]![thing]!).lat).length).toBeGreaterThan(5);
  });

  it('is on a street wherever it drives', () => {
    const drivers = movers.filter((thing) => motionOf(thing)!.on === 'streets');
    for (let step = 0; step < reports.length; step += 50)
      for (const thing of drivers) expect(fromStreets(position(reports[step]![thing]!))).toBeLessThan(0.2);
  });

  it('carries goods along', () => {
    const [truck, container] = [MIX.indexOf('truck'), MIX.indexOf('container')];
    for (const step of reports) expect(offset(position(step[truck]!), position(step[container]!)).distance).toBeLessThan(1);
  });

  it('drains batteries, fills them only while charging, and shows every status', () => {
    const seen = new Set<string>();
    let drained = false;
    for (let step = 1; step < reports.length; step++) {
      for (const thing of movers) {
        const [earlier, later] = [reports[step - 1]![thing]!, reports[step]![thing]!];
        const [before, now] = [earlier, later].map((report) => field(report, 'battery') as number | undefined);
        seen.add(status(later)!);
        if (motionOf(thing)!.battery === undefined) expect(now).toBeUndefined();
        if (before === undefined || now === undefined) continue;
        expect(now).toBeGreaterThanOrEqual(0);
        if (now > before) expect([status(earlier), status(later)]).toContain('charging');
        drained ||= now < before;
      }
    }
    expect(drained).toBe(true);
    expect([...seen].sort()).toEqual(['charging', 'idle', 'loading', 'moving']);
  });

  it('turns cranes where they stand, with a load every now and then', () => {
    const crane = MIX.indexOf('crane');
    expect(new Set(reports.map((step) => JSON.stringify(position(step[crane]!)))).size).toBe(1);
    expect(new Set(reports.map((step) => field(step[crane]!, 'heading'))).size).toBeGreaterThan(20);
    expect(new Set(reports.map((step) => field(step[crane]!, 'load'))).size).toBeGreaterThan(5);
  });
});

describe.each([
  ['at noon', '2026-11-21T12:00:00Z'],
  ['early in the morning', '2026-11-21T05:20:00Z'],
  ['before midnight', '2026-11-21T23:59:00Z'],
])('the history %s', (_when, time) => {
  const now = Date.parse(time);
  const weekOf = (fleet: Fleet, ids = fleet.objects.map(({ externalId }) => externalId)): FleetReport[][] => [
    ...history(fleet, new Set(ids), now, seededRandom(5)),
  ];

  it.each([1, THINGS, 100, 1000])('of %i things is in order, within the week, and bounded', (objects) => {
    const batches = weekOf(fleetOf(objects));
    const times = batches.flat().map(({ observedAt }) => Date.parse(observedAt!));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(now - HISTORY_DAYS * 86_400_000);
    expect(times.at(-1)).toBeLessThan(now);
    for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(BATCH);
    expect(times.length).toBeLessThanOrEqual(MAX_REPORTS);
    expect(times.length).toBeGreaterThan(objects === 1 ? 1000 : MAX_REPORTS / 3);
  });

  it('leads on the streets, at speeds of the kind, to where the live object began', () => {
    const fleet = fleetOf(THINGS);
    const all = weekOf(fleet).flat();
    for (const { externalId, kind, mover } of fleet.objects) {
      const own = all.filter((report) => report.externalId === externalId);
      if (mover === undefined) {
        expect(own).toHaveLength(1);
        continue;
      }
      expect(offset(position(own.at(-1)!), mover.position).distance).toBeLessThan(1);
      for (let at = 1; at < own.length; at++) {
        const seconds = (Date.parse(own[at]!.observedAt!) - Date.parse(own[at - 1]!.observedAt!)) / 1000;
        expect(seconds).toBeGreaterThan(0);
        expect(offset(position(own[at - 1]!), position(own[at]!)).distance).toBeLessThan(mover.facts.topSpeed * seconds + ROUNDING_METRES);
      }
      if (KINDS[kind].motion?.on === 'streets')
        for (let at = 0; at < own.length; at += 60) expect(fromStreets(position(own[at]!))).toBeLessThan(0.2);
    }
  });

  it('has only the objects that are asked for', () => {
    const ids = ['demo-1', 'demo-2', 'demo-7', 'of somebody else'];
    expect(
      new Set(
        weekOf(fleetOf(THINGS), ids)
          .flat()
          .map(({ externalId }) => externalId),
      ),
    ).toEqual(new Set(ids.slice(0, 3)));
    expect(weekOf(fleetOf(THINGS), [])).toEqual([]);
  });
});
