/** Connections of the units of work. They are separate, so that neither many look-ups nor upkeep delay the units. */
export const UNIT_POOL = Symbol('connections of units');
export const LOOK_UP_POOL = Symbol('connections of look-ups');
/** Connections of uploads, which wait for each other. */
export const PICTURE_POOL = Symbol('connections of uploads of pictures');
export const PICTURE_READ_POOL = Symbol('connections of reads of pictures');
/** Connections of work on the whole table. */
export const UPKEEP_POOL = Symbol('connections of upkeep');
