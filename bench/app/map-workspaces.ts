/** Separate workspaces for the rows of the map app: objects of other rows would be in view as well. */
export const MAP_WORKSPACES = { crowd: 'benchcrowd', live: 'benchlive' } as const;
