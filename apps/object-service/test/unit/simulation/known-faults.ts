/**
 * Faults of the product that this simulation found and that are not mended yet: the simulation stands in for what is missing,
 * unless it is told to show them. A test says that they are still there.
 */
export interface KnownFaults {
  /** After a lost compare-and-set the units behind the dropped one go on without its records (`UnitTransport.ownershipLost`, `ObjectUnitProcessor.startOf`). */
  recordsPassedOver: boolean;
  /** A repeated or lost unit meets its own row in the outbox, and its record is taken for poison (`writeUnit`). */
  falseDeadLetters: boolean;
}

export const ALL_STOOD_IN: KnownFaults = { recordsPassedOver: false, falseDeadLetters: false };
