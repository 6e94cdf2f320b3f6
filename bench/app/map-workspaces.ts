/** Workspaces of the rows of the map app: what others have put into theirs would be in view as well. */
export const MAP_WORKSPACES = { crowd: 'benchcrowd', live: 'benchlive' } as const;
