/** The key of the fleet's collection in Tile38. */
export const FLEET_KEY = 'fleet';
