import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markBusy } from '../../src/map/busy-mark.js';

/** The part of a map that the marking needs; it emits `idle` when it draws while nothing is loading. */
function fakeMap() {
  const listeners = new Map<string, () => void>();
  const map = {
    loading: true,
    drawn: 0,
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    emit: (name: string) => listeners.get(name)!(),
    triggerRepaint: () => ((map.drawn += 1), map.loading || map.emit('idle')),
  };
  return map;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is at rest after a tile came back unmodified, for which the map emits no event', () => {
  const map = fakeMap();
  const container = {} as HTMLElement;
  markBusy(map as unknown as MapLibreMap, container);
  vi.advanceTimersByTime(1000);
  expect(container.ariaBusy).toBe('true');
  map.loading = false;
  vi.advanceTimersByTime(1000);
  expect(container.ariaBusy).toBe('false');
  map.emit('dataloading');
  expect(container.ariaBusy).toBe('true');
  vi.advanceTimersByTime(1000);
  expect(container.ariaBusy).toBe('false');
});

it('draws nothing at rest, and nothing once the map is gone', () => {
  const map = fakeMap();
  const end = markBusy(map as unknown as MapLibreMap, {} as HTMLElement);
  map.emit('idle');
  vi.advanceTimersByTime(60_000);
  expect(map.drawn).toBe(0);
  map.emit('dataloading');
  end();
  vi.advanceTimersByTime(60_000);
  expect(map.drawn).toBe(0);
});
