import { Crane } from './crane.js';
import type { Point } from './geometry.js';
import { type Kind, KINDS, MIX, type MotionFacts } from './kinds.js';
import { BERTHS, PORT, seaNetwork, streetNetwork, WORKS } from './monaco.js';
import { Mover, type Territory } from './mover.js';
import type { Random } from './random.js';
import { type FleetReport, type FleetWords, reportOf, type Seen } from './report.js';

const STEP_SECONDS = 1;
const MAX_CATCH_UP_SECONDS = 60;
/** Number of junctions near the port and near the works that have cranes and goods. */
const PLACES_OF_GOODS = 20;

interface FleetObject {
  externalId: string;
  kind: Kind;
  /** Number among objects of the same kind, from 1. */
  number: number;
  /** The object itself if it moves, or its carrier. */
  mover?: Mover;
  crane?: Crane;
  /** Location of an object that nothing moves. */
  place: Point;
  lastAt: number;
}

export interface FleetOptions {
  /** Default: the number in the mix. */
  objects?: number;
  words: FleetWords;
  /** @param number from 1 */
  idOf: (number: number) => string;
  random: Random;
  startAt: number;
}

/**
 * Machines, products and supplies in Monaco that report in turn. The same random numbers produce the same fleet, and the same tracks for
 * the same times.
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
      // Loads move with their carriers.
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
