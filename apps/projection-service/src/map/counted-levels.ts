/** Zooms of the cells whose objects are counted: at the finest one (5 km at the equator) few moves leave a cell. */
export const FINEST_COUNTED = 13;
export const COARSEST_COUNTED = 5;
