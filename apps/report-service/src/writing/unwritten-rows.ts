import type { PoolClient } from 'pg';
import { BinaryRows, copyBinaryRows } from '#postgres/binary-copy.js';
import type { Row } from '../folding/movement.js';
import { MAX_IN_PACK, spanOf } from '../folding/observation-pack.js';

const FIRST_ROWS = 1024;
const NONE = -1;

/** Indexes of a row's numbers; NaN for a missing value. */
const AT = 0;
const REVISION = 1;
const FACET = 2;
const LAT = 3;
const LON = 4;
/** A point is a time, latitude and longitude. */
const POINT = 5;
const ANCHOR = 8;
/** Index of the previous row of the same object. */
const BEFORE = 11;
/** Whether it must not share a pack with the previous row. */
const BEGINS = 12;
/** Whether it was stored before, so that the heat includes it. */
const STORED = 13;
const WIDTH = 14;

const COLUMNS = [
  'external_id',
  'at',
  'revision',
  'facet',
  'lat',
  'lon',
  'cell',
  'point_at',
  'point_lat',
  'point_lon',
  'anchor_at',
  'anchor_lat',
  'anchor_lon',
  'later_at',
  'later_revision',
  'later_lat',
  'later_lon',
  'later_cell',
];
const LATER_COLUMNS = 5;

interface OfObject {
  workspace: string;
  last: number;
}

/** Place and time of a row, for the heat. */
export interface HeatPlace {
  workspace: string;
  externalId: string;
  at: number;
  cell: bigint;
}

/**
 * Rows to be stored, in order for each object. Thousands of them wait for seconds, so they are numbers in one array, which the garbage
 * collector does not scan.
 */
export class UnwrittenRows {
  private numbers = new Float64Array(FIRST_ROWS * WIDTH);
  private cells = new BigInt64Array(FIRST_ROWS);
  private count = 0;
  private oldest = Infinity;
  private readonly objects = new Map<string, OfObject>();

  get size(): number {
    return this.count;
  }

  /** @param how `begins`: not in the same pack as the previous row; `isStored`: already stored, and moves to another pack */
  add(workspace: string, externalId: string, row: Row, cell: bigint | undefined, how?: { begins: boolean; isStored: boolean }): void {
    if (this.count === this.cells.length) this.grow();
    const { numbers, count } = this;
    const { place, point, anchor } = row;
    const at = count * WIDTH;
    const object = this.objects.get(externalId);
    numbers[at + AT] = row.at;
    numbers[at + REVISION] = row.revision;
    numbers[at + FACET] = row.facet;
    numbers[at + LAT] = place?.lat ?? NaN;
    numbers[at + LON] = place?.lon ?? NaN;
    this.setPoint(at + POINT, place === undefined ? point : undefined);
    this.setPoint(at + ANCHOR, anchor === point ? undefined : anchor);
    numbers[at + BEFORE] = object?.last ?? NONE;
    numbers[at + BEGINS] = how?.begins ? 1 : 0;
    numbers[at + STORED] = how?.isStored ? 1 : 0;
    this.cells[count] = cell ?? 0n;
    if (row.at < this.oldest) this.oldest = row.at;
    if (object === undefined) this.objects.set(externalId, { workspace, last: count });
    else object.last = count;
    this.count++;
  }

  /** Stores the rows in as few packs as possible, in the caller's transaction. */
  async copy(client: PoolClient): Promise<void> {
    const written = new BinaryRows(COLUMNS.length);
    // In key order, so that neighbours in the index are written together.
    const objects = [...this.objects].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [externalId, { last }] of objects) for (const pack of this.packs(last)) this.write(written, externalId, pack);
    await copyBinaryRows(client, 'observation', COLUMNS, written);
  }

  /** The times of observation. */
  *times(): Generator<number> {
    for (let n = 0; n < this.count; n++) yield this.of(n, AT);
  }

  /** New rows with a place that were observed before a time. */
  placesBefore(moment: number): HeatPlace[] {
    const places: HeatPlace[] = [];
    if (this.oldest >= moment) return places;
    for (const [externalId, { workspace, last }] of this.objects) {
      for (const n of this.chain(last)) {
        const at = this.of(n, AT);
        if (at < moment && this.of(n, STORED) === 0 && !Number.isNaN(this.of(n, LAT)))
          places.push({ workspace, externalId, at, cell: this.cells[n]! });
      }
    }
    return places;
  }

  private packs(last: number): number[][] {
    const packs: number[][] = [];
    for (const n of this.chain(last)) {
      const pack = packs.at(-1);
      if (pack !== undefined && pack.length < MAX_IN_PACK && this.isAlike(pack[0]!, n)) pack.push(n);
      else packs.push([n]);
    }
    return packs;
  }

  private isAlike(first: number, n: number): boolean {
    return this.of(n, BEGINS) === 0 && this.of(first, FACET) === this.of(n, FACET) && spanOf(this.of(first, AT)) === spanOf(this.of(n, AT));
  }

  private chain(last: number): number[] {
    const chain: number[] = [];
    for (let n = last; n !== NONE; n = this.of(n, BEFORE)) chain.push(n);
    return chain.reverse();
  }

  private write(written: BinaryRows, externalId: string, pack: readonly number[]): void {
    const first = pack[0]!;
    written.row().text(externalId).int8(this.of(first, AT)).int8(this.of(first, REVISION)).int4(this.of(first, FACET));
    this.writeNumber(written, first, LAT);
    this.writeNumber(written, first, LON);
    this.writeCell(written, first);
    this.writePoint(written, first, POINT);
    this.writePoint(written, first, ANCHOR);
    if (pack.length === 1) written.null(LATER_COLUMNS);
    else this.writeLater(written, pack.slice(1));
  }

  private writeLater(written: BinaryRows, later: readonly number[]): void {
    const nulls = later.filter((n) => Number.isNaN(this.of(n, LAT))).length;
    for (const column of [AT, REVISION]) {
      written.array8('int8', later.length, 0);
      for (const n of later) written.int8(this.of(n, column));
    }
    for (const column of [LAT, LON]) {
      written.array8('float8', later.length, nulls);
      for (const n of later) this.writeNumber(written, n, column);
    }
    written.array8('int8', later.length, nulls);
    for (const n of later) this.writeCell(written, n);
  }

  private writeCell(written: BinaryRows, n: number): void {
    if (Number.isNaN(this.of(n, LAT))) written.null();
    else written.bigint(this.cells[n]!);
  }

  private writeNumber(written: BinaryRows, n: number, column: number): void {
    const value = this.of(n, column);
    if (Number.isNaN(value)) written.null();
    else written.float8(value);
  }

  private writePoint(written: BinaryRows, n: number, column: number): void {
    const at = this.of(n, column);
    if (Number.isNaN(at)) written.null(3);
    else
      written
        .int8(at)
        .float8(this.of(n, column + 1))
        .float8(this.of(n, column + 2));
  }

  private setPoint(place: number, point: Row['point']): void {
    this.numbers[place] = point?.at ?? NaN;
    this.numbers[place + 1] = point?.lat ?? NaN;
    this.numbers[place + 2] = point?.lon ?? NaN;
  }

  private of(n: number, column: number): number {
    return this.numbers[n * WIDTH + column]!;
  }

  private grow(): void {
    const [numbers, cells] = [new Float64Array(2 * this.numbers.length), new BigInt64Array(2 * this.cells.length)];
    numbers.set(this.numbers);
    cells.set(this.cells);
    this.numbers = numbers;
    this.cells = cells;
  }
}
