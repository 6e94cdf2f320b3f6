import { Crane } from './crane.js';
import type { Point } from './geometry.js';
import { type Kind, KINDS, MIX, type MotionFacts } from './kinds.js';
import { BERTHS, PORT, seaNetwork, streetNetwork, WORKS } from './monaco.js';
import { Mover, type Territory } from './mover.js';
import type { Random } from './random.js';
import { type FleetReport, type FleetWords, reportOf, type Seen } from './report.js';

const STEP_SECONDS = 1;
const MAX_CATCH_UP_SECONDS = 60;
/** The number of junctions around the port and the works that have cranes and goods. */
const PLACES_OF_GOODS = 20;

interface FleetObject {
  externalId: string;
  kind: Kind;
  /** Counts those of its kind, from 1. */
  number: number;
  /** What moves, or what carries it. */
  mover?: Mover;
  crane?: Crane;
  /** Where it stands if nothing moves it. */
  place: Point;
  lastAt: number;
}

export interface FleetOptions {
  /** As many as the mix has where left out. */
  objects?: number;
  words: FleetWords;
  /** The id of the first object is that of 1. */
  idOf: (number: number) => string;
  random: Random;
  startAt: number;
}

/**
 * Machines, products and supplies in Monaco that report one after the other. The same random numbers give the same fleet, and the
 * same tracks for the same times.
 */
export class Fleet {
  readonly objects: readonly Readonly<FleetObject>[];
  readonly #objects: FleetObject[] = [];
  readonly #words: FleetWords;
  #next = 0;

  constructor({ objects = MIX.length, words, idOf, random, startAt }: FleetOptions) {
    this.#words = words;
    const streets = streetNetwork();
    const [port, works] = [streets.nearest(PORT), streets.nearest(WORKS)] as const;
    const everywhere: Record<MotionFacts['on'], Territory> = {
      streets: { network: streets, stops: stopsOf(streets.places.keys()) },
      sea: { network: seaNetwork(), stops: stopsOf(BERTHS) },
    };
    const territoryOf = ({ on, nearWorks }: MotionFacts): Territory =>
      nearWorks === undefined ? everywhere[on] : { network: streets, stops: stopsOf(works.slice(0, nearWorks)) };
    const numbers = new Map<Kind, number>();
    const movers = new Map<Kind, Mover>();
    for (let index = 0; index < objects; index++) {
      const kind = MIX[index % MIX.length]!;
      const { motion, carrier } = KINDS[kind];
      const number = (numbers.get(kind) ?? 0) + 1;
      numbers.set(kind, number);
      const place = streets.places[(number % 2 === 0 ? port : works)[(index * 7) % PLACES_OF_GOODS]!]!;
      const object: FleetObject = { externalId: idOf(index + 1), kind, number, place, lastAt: startAt };
      if (motion !== undefined) movers.set(kind, (object.mover = new Mover(motion, territoryOf(motion), random)));
      else if (carrier !== undefined && number % 2 === 1) object.mover = movers.get(carrier);
      if (kind === 'crane') object.crane = new Crane(place, random);
      this.#objects.push(object);
    }
    this.objects = this.#objects;
  }

  /** The next `count` reports in order, at this time (milliseconds since the epoch). */
  reports(count: number, now: number): FleetReport[] {
    return Array.from({ length: count }, () => {
      const object = this.#objects[this.#next++ % this.#objects.length]!;
      // What is carried moves with its carrier.
      const moving = KINDS[object.kind].motion === undefined ? object.crane : object.mover;
      let seconds = Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, (now - object.lastAt) / 1000));
      for (; seconds > 0; seconds -= STEP_SECONDS) moving?.advance(Math.min(STEP_SECONDS, seconds));
      object.lastAt = now;
      return reportOf(object.externalId, object.kind, object.number, seenOf(object), this.#words);
    });
  }
}

function seenOf({ kind, mover, crane, place }: FleetObject): Seen {
  if (KINDS[kind].motion !== undefined) return mover!;
  if (mover !== undefined) return { position: mover.position, speed: mover.speed };
  return crane ?? { position: place };
}

function stopsOf(numbers: Iterable<number>): Territory['stops'] {
  return [...numbers] as [number, ...number[]];
}
