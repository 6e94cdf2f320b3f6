/** Connections of the units of work; separate, so that neither look-ups nor upkeep delay units. */
export const UNIT_POOL = Symbol('connections of units');
export const LOOK_UP_POOL = Symbol('connections of look-ups');
/** Connections of picture uploads, which may wait for each other. */
export const PICTURE_POOL = Symbol('connections of uploads of pictures');
export const PICTURE_READ_POOL = Symbol('connections of reads of pictures');
/** Connections of work that reads the whole table. */
export const UPKEEP_POOL = Symbol('connections of upkeep');
