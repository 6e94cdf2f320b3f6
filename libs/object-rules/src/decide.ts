import type { ObjectCommand } from './command.js';
import { decideAdoption } from './decide-adoption.js';
import { decideArchival } from './decide-archival.js';
import { decideEdit } from './decide-edit.js';
import { decideErasure } from './decide-erasure.js';
import { decideHold, decideRelease } from './decide-hold.js';
import { decideIdRelease } from './decide-id-release.js';
import { decideUpdate } from './decide-update.js';
import type { CommandContext, Decision } from './decision.js';
import type { KeptObject } from './object.js';

/**
 * The effect of one command on one object. Pure: equal arguments give equal results, and no argument is changed. A batch is a
 * fold over it: `next` is the `current` for the next command of the same object.
 * @param current the existing object, or the rest of an erased one; undefined if the externalId was never used
 * @param command validated by the gateway: bounds and shapes are not checked again here
 */
export function decide(current: KeptObject | undefined, command: ObjectCommand, context: CommandContext): Decision {
  switch (command.op) {
    case undefined:
      return decideUpdate(current, command, context);
    case 'edit':
      return decideEdit(current, command, context);
    case 'archive':
    case 'restore':
      return decideArchival(current, command, context);
    case 'erase':
      return decideErasure(current, command, context);
    case 'release-id':
      return decideIdRelease(current, command, context);
    case 'hold':
      return decideHold(current, command, context);
    case 'release':
      return decideRelease(current, command, context);
    case 'adopt':
      return decideAdoption(current, command, context);
  }
}
