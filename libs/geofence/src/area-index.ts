import Flatbush from 'flatbush';
import type { LonLatBox } from './boxes.js';

const NODE_SIZE = 16;

/** Finds the areas whose bounding boxes contain a point. Later changes are kept separately until the index is rebuilt. */
export class AreaIndex<T extends { readonly shape: { readonly boxes: readonly LonLatBox[] } }> {
  private readonly tree: Flatbush | undefined;
  private readonly owners: T[] = [];

  constructor(areas: Iterable<T>) {
    const boxes: LonLatBox[] = [];
    for (const area of areas) {
      for (const box of area.shape.boxes) {
        boxes.push(box);
        this.owners.push(area);
      }
    }
    if (boxes.length === 0) return;
    this.tree = new Flatbush(boxes.length, NODE_SIZE);
    for (const { west, south, east, north } of boxes) this.tree.add(west, south, east, north);
    this.tree.finish();
  }

  /** Each area once, in no particular order. */
  at(lon: number, lat: number): T[] {
    return this.touching({ west: lon, south: lat, east: lon, north: lat });
  }

  /** Areas with a box that touches one of these; each once, in no particular order. */
  touching({ west, south, east, north }: LonLatBox): T[] {
    const found = this.tree?.search(west, south, east, north) ?? [];
    if (found.length < 2) return found.map((number) => this.owners[number]!);
    return [...new Set(found.map((number) => this.owners[number]!))];
  }
}
