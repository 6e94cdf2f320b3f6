import { cellToParent, latLngToCell } from 'h3-js';
import type { Draft } from './random-month.js';

const MAX_STAY_MS = 900_000;

interface HeatOfCell {
  ids: Set<string>;
  observations: number;
  /** How long objects stayed. */
  ms: number;
}

/** The content of a heatmap at a resolution, counted from the raw changes; a change may occur twice. */
export function recountHeat(log: readonly Draft[], resolution: number): Map<string, HeatOfCell> {
  const byObject = Map.groupBy(
    new Map(log.map(({ change }) => [`${change.externalId} ${change.revision}`, change])).values(),
    ({ externalId }) => externalId,
  );
  const cells = new Map<string, HeatOfCell>();
  for (const [id, changes] of byObject) {
    const inOrder = changes
      .map((change) => ({ ...change, at: Date.parse(change.observedAt) }))
      .sort((one, other) => one.at - other.at || one.revision - other.revision);
    const located = inOrder.flatMap(({ at, position }) => (position ? [{ at, ...position }] : []));
    for (const [index, { at, lat, lon }] of located.entries()) {
      const name = resolution > 8 ? latLngToCell(lat, lon, resolution) : cellToParent(latLngToCell(lat, lon, 8), resolution);
      const cell = cells.get(name) ?? { ids: new Set(), observations: 0, ms: 0 };
      cells.set(name, cell);
      cell.ids.add(id);
      cell.observations++;
      cell.ms += Math.min((located[index + 1]?.at ?? Infinity) - at, MAX_STAY_MS);
    }
  }
  return cells;
}

/** The column and row of the Web Mercator tile with a place. */
export function tileAt({ lat, lon }: { lat: number; lon: number }, zoom: number): [x: number, y: number] {
  const scale = 2 ** zoom;
  return [Math.floor(((lon + 180) / 360) * scale), Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * scale)];
}

/** Reports of an object in workspace gamma that stands still. @param from milliseconds since the epoch */
export function reportsEachSecond(externalId: string, from: number, count: number, position: { lat: number; lon: number }): Draft[] {
  return Array.from({ length: count }, (_, second) => {
    const observedAt = new Date(from + second * 1000).toISOString();
    const made = { workspace: 'gamma', operationId: '0199', index: second, subject: 's' };
    const change = { ...made, externalId, revision: second + 1, observedAt, receivedAt: observedAt, position };
    return { kind: second === 0 ? 'created' : 'updated', change };
  });
}
