import type { Words } from '../words/english.js';
import type { Format } from '../words/format.js';
import type { Fault } from './draft-values.js';

/** The fault of an input in words. */
export function faultText(fault: Fault, words: Words['editing']['faults'], format: Format): string {
  if (fault.is === 'too-long') return words.tooLong(format.number(fault.most));
  if (fault.is === 'outside') {
    const [least, most] = [fault.least, fault.most].map((bound) => (bound === undefined ? undefined : format.number(bound, 6)));
    if (least === undefined) return words.atMost(most!);
    return most === undefined ? words.atLeast(least) : words.between(least, most);
  }
  if (fault.is === 'target') return words.targets[fault.of];
  return { needed: words.needed, 'no-number': words.noNumber, twice: words.twice, reserved: words.reserved }[fault.is];
}
