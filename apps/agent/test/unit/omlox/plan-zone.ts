import type { SiteZone } from '#omlox-hub/site.js';

/** A hall whose plan is rotated, with control points at its corners. */
export const ZONE: SiteZone = {
  id: 'zone-1',
  name: 'Hall',
  foreignId: 'plan-A',
  floor: 2,
  origin: { lat: 48.7, lon: 9.1 },
  turned: 40,
  controlPoints: [
    [0, 0],
    [100, 0],
    [100, 60],
    [0, 60],
  ],
};
