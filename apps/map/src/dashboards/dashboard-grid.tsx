import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import type { Filters, Tile } from './dashboard.js';
import { COLUMNS, compacted, moved, resized } from './grid.js';
import { TileView, titleOf } from './tile-view.js';

/** Pixels from the start of one row to that of the next, as in the style sheet. */
const ROW_PX = 84;
type Handle = 'move' | 'resize';

/** The tiles on their columns. With `arrange`, they have handles that can be dragged or used with the arrow keys. */
export function DashboardGrid({
  tiles,
  filters,
  areaNames,
  round,
  arrange,
  editTile,
}: {
  tiles: readonly Tile[];
  filters: Filters;
  areaNames: ReadonlyMap<string, string>;
  round: number;
  arrange: ((tiles: Tile[]) => void) | undefined;
  editTile: (tile: Tile) => void;
}) {
  const { words } = useApp();
  const grid = useRef<HTMLDivElement>(null);
  const announcement = useSignal('');
  const { dashboards } = words.value;
  // In a stable order: a dragged tile would lose the pointer if its element moved in the document.
  const placed = compacted(tiles).sort(arrange === undefined ? (a, b) => a.y - b.y || a.x - b.x : (a, b) => (a.id < b.id ? -1 : 1));
  const put = (next: Tile[], id: string): void => {
    arrange!(next);
    const tile = next.find((other) => other.id === id)!;
    announcement.value = dashboards.placed(titleOf(tile, dashboards), tile.x + 1, tile.y + 1, tile.w, tile.h);
  };
  const drag = (event: PointerEvent, tile: Tile, handle: Handle): void => {
    if (event.button !== 0) return;
    const target = event.currentTarget as HTMLElement;
    const before = placed;
    const column = grid.current!.getBoundingClientRect().width / COLUMNS;
    target.setPointerCapture(event.pointerId);
    const toward = getComputedStyle(grid.current!).direction === 'rtl' ? -1 : 1;
    const go = ({ clientX, clientY }: PointerEvent): void => {
      const [right, down] = [Math.round((toward * (clientX - event.clientX)) / column), Math.round((clientY - event.clientY) / ROW_PX)];
      put(
        handle === 'move' ? moved(before, tile.id, tile.x + right, tile.y + down) : resized(before, tile.id, tile.w + right, tile.h + down),
        tile.id,
      );
    };
    const end = (): void => {
      target.removeEventListener('pointermove', go);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
    };
    target.addEventListener('pointermove', go);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };
  const press = (event: KeyboardEvent, tile: Tile, handle: Handle): void => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const [right, down] = step as [number, number];
    // Below the next tile, because a move by a single row would be undone by closing the gap.
    const below = placed
      .filter(({ x, w, y }) => y >= tile.y + tile.h && x < tile.x + tile.w && tile.x < x + w)
      .sort((a, b) => a.y - b.y)[0];
    const above = placed.filter(({ x, w, y, h }) => y + h <= tile.y && x < tile.x + tile.w && tile.x < x + w).sort((a, b) => b.y - a.y)[0];
    const rows = down > 0 && below !== undefined ? below.y + below.h - tile.y : down < 0 && above !== undefined ? above.y - tile.y : down;
    put(
      handle === 'move' ? moved(placed, tile.id, tile.x + right, tile.y + rows) : resized(placed, tile.id, tile.w + right, tile.h + down),
      tile.id,
    );
  };
  return (
    <>
      <div ref={grid} class="dashboard-tiles">
        {placed.map((tile) => {
          const title = titleOf(tile, dashboards);
          return (
            <Placed key={tile.id} tile={tile} label={title}>
              <TileView tile={tile} filters={filters} areaNames={areaNames} round={round} />
              {arrange !== undefined && (
                <div class="dashboard-tile-tools">
                  <button
                    class="icon-button dashboard-handle"
                    aria-label={dashboards.moveTile(title)}
                    title={dashboards.moveTile(title)}
                    onPointerDown={(event) => drag(event, tile, 'move')}
                    onKeyDown={(event) => press(event, tile, 'move')}
                  >
                    <Icon name="move" />
                  </button>
                  <button
                    class="icon-button"
                    aria-label={dashboards.editTile(title)}
                    title={dashboards.editTile(title)}
                    onClick={() => editTile(tile)}
                  >
                    <Icon name="edit" />
                  </button>
                  <button
                    class="icon-button"
                    aria-label={dashboards.removeTile(title)}
                    title={dashboards.removeTile(title)}
                    onClick={() => arrange(compacted(placed.filter(({ id }) => id !== tile.id)))}
                  >
                    <Icon name="close" />
                  </button>
                  <button
                    class="icon-button dashboard-handle dashboard-resize"
                    aria-label={dashboards.resizeTile(title)}
                    title={dashboards.resizeTile(title)}
                    onPointerDown={(event) => drag(event, tile, 'resize')}
                    onKeyDown={(event) => press(event, tile, 'resize')}
                  >
                    <Icon name="resize" />
                  </button>
                </div>
              )}
            </Placed>
          );
        })}
      </div>
      <p class="visually-hidden" role="status">
        {announcement.value}
      </p>
    </>
  );
}

function Placed({ tile: { x, y, w, h, kind }, label, children }: { tile: Tile; label: string; children: preact.ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current!.style.gridArea = `${y + 1} / ${x + 1} / span ${h} / span ${w}`;
  }, [x, y, w, h]);
  return (
    <div ref={element} class={`card dashboard-tile dashboard-kind-${kind}`} role="group" aria-label={label}>
      {children}
    </div>
  );
}
