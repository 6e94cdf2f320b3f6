import type { Random } from '#testing/workload/random.js';
import { DERIVING, type Fault } from '../nemesis/fault.js';

/** With more faults at once nothing would get through; faults of parts that no update waits for are not limited. */
const AT_ONCE = 3;
const deriving = new Set<string>(DERIVING);
const isOnTheWay = ({ breaks }: Fault): boolean => !breaks.every((broken) => deriving.has(broken));

/** Every fault once, in few rounds. Chance decides which faults share a round, but no two of them break the same part. */
export function planRounds(faults: readonly Fault[], random: Random): Fault[][] {
  const rounds: Fault[][] = [];
  for (const fault of shuffled(faults, random)) {
    const round = rounds.find(
      (each) =>
        (!isOnTheWay(fault) || each.filter(isOnTheWay).length < AT_ONCE) &&
        !each.some(({ breaks }) => breaks.some((broken) => fault.breaks.includes(broken))),
    );
    if (round) round.push(fault);
    else rounds.push([fault]);
  }
  return rounds;
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const rest = [...values];
  return values.map(() => rest.splice(Math.floor(random.next() * rest.length), 1)[0]!);
}
