import type { CommandRecord } from '#contracts/command.js';
import type { ReceivedCommand } from '../commands/command-decoder.js';

/** Consecutive elements of one command. */
interface Piece {
  received: ReceivedCommand;
  elements: CommandRecord['elements'];
  /** Whether it includes the command's last element. */
  ends: boolean;
}

/** Consecutive elements whose objects are in memory at the same time. */
export interface Stretch {
  externalIds: Set<string>;
  pieces: Piece[];
}

/** Splits commands, in order, so that the objects of a stretch together are at most `room` large, unless a single one is larger. */
export function stretchesOf(commands: readonly ReceivedCommand[], sizes: ReadonlyMap<string, number>, room: number): Stretch[] {
  let stretch: Stretch = { externalIds: new Set(), pieces: [] };
  let held = 0;
  const stretches = [stretch];
  for (const received of commands) {
    let piece: Piece = { received, elements: [], ends: false };
    stretch.pieces.push(piece);
    for (const element of received.command.elements) {
      const [, { externalId }] = element;
      if (!stretch.externalIds.has(externalId)) {
        const size = sizes.get(externalId) ?? 0;
        if (held > 0 && held + size > room) {
          piece = { received, elements: [], ends: false };
          stretches.push((stretch = { externalIds: new Set(), pieces: [piece] }));
          held = 0;
        }
        stretch.externalIds.add(externalId);
        held += size;
      }
      piece.elements.push(element);
    }
    piece.ends = true;
  }
  return stretches;
}
