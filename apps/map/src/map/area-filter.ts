import { AreaShape } from '#geofence/area-shape.js';
import { checkGeometry } from '#geofence/check-geometry.js';
import { placeRelativeTo } from '#geofence/whereabouts.js';
import type { ExternalObject } from '../api/api.js';
import type { App } from '../app/app.js';
import { type BoundingBox, boxAround } from './bounding-box.js';
import { readAreas } from './overlays.js';

export interface AreaFilter {
  /** The box around all areas with the name. */
  box: BoundingBox;
  holds: (object: ExternalObject) => boolean;
}

/** The areas with a name, ignoring case; undefined if there are none. @throws ApiProblem */
export async function areaFilter(app: App, name: string): Promise<AreaFilter | undefined> {
  const wanted = name.toLocaleLowerCase();
  const outlines = (await readAreas(app)).flatMap((area) => {
    const checked = area.name.toLocaleLowerCase() === wanted ? checkGeometry(area.geometry) : undefined;
    return checked !== undefined && 'geometry' in checked
      ? [{ shape: new AreaShape(checked.geometry), floor: area.floor ?? undefined }]
      : [];
  });
  const boxes = outlines.flatMap(({ shape }) => shape.boxes);
  const corners = boxes.flatMap(({ west, south, east, north }) => [
    { lat: south, lon: west },
    { lat: north, lon: east },
  ]);
  const box = boxAround(corners);
  return box && { box, holds: ({ position }) => outlines.some((outline) => placeRelativeTo(outline, position) !== 'outside') };
}
