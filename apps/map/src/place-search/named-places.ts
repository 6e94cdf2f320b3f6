import type { Map as MapLibreMap, MapGeoJSONFeature } from 'maplibre-gl';

/** A street or any other named place on the basemap. */
export interface NamedPlace {
  name: string;
  kind: 'street' | 'place';
  lat: number;
  lon: number;
}

type NameSource = Pick<MapLibreMap, 'getStyle' | 'querySourceFeatures' | 'getCenter'>;

const MAX = 5;

/**
 * Named places and streets in the tiles that are loaded for the current view, because there is no worldwide directory. Works with every
 * style with vector tiles. Names that start with the text come first, then the nearest ones.
 */
export function placesNamed(map: NameSource, text: string, language: string): NamedPlace[] {
  const wanted = folded(text);
  const style = map.getStyle();
  const centre = map.getCenter();
  const found = new Map<string, NamedPlace & { rank: number }>();
  const seen = new Set<string>();
  for (const layer of style?.layers ?? []) {
    if (layer.type !== 'symbol' || layer.layout?.['text-field'] === undefined || style.sources[layer.source]?.type !== 'vector') continue;
    const from = `${layer.source}\n${layer['source-layer']}\n${JSON.stringify(layer.filter)}`;
    if (seen.has(from)) continue;
    seen.add(from);
    for (const { properties, geometry } of map.querySourceFeatures(layer.source, {
      sourceLayer: layer['source-layer'],
      filter: layer.filter,
    })) {
      const name = nameOf(properties, language);
      const at = name !== undefined && folded(name).includes(wanted) ? middleOf(geometry) : undefined;
      if (name === undefined || at === undefined) continue;
      const [lon, lat] = at;
      const kind = geometry.type.endsWith('LineString') ? 'street' : 'place';
      const distance = Math.hypot(lat - centre.lat, (lon - centre.lng) * Math.cos((centre.lat * Math.PI) / 180));
      const rank = distance + (folded(name).startsWith(wanted) ? 0 : 1000);
      const key = `${kind} ${folded(name)}`;
      if (rank < (found.get(key)?.rank ?? Infinity)) found.set(key, { name, kind, lat, lon, rank });
    }
  }
  const nearest = [...found.values()].sort((a, b) => a.rank - b.rank).slice(0, MAX);
  return nearest.map(({ name, kind, lat, lon }) => ({ name, kind, lat, lon }));
}

/** The name as on the basemap (street-style.ts). */
function nameOf(properties: Record<string, unknown>, language: string): string | undefined {
  const name = properties[`name:${language}`] ?? properties[`name_${language}`] ?? properties['name:latin'] ?? properties.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function middleOf(geometry: MapGeoJSONFeature['geometry']): [number, number] | undefined {
  const middle = (line: number[][]): number[] | undefined => line[Math.floor(line.length / 2)];
  const at =
    geometry.type === 'Point'
      ? geometry.coordinates
      : geometry.type === 'MultiPoint'
        ? geometry.coordinates[0]
        : geometry.type === 'LineString'
          ? middle(geometry.coordinates)
          : geometry.type === 'MultiLineString'
            ? middle(geometry.coordinates[0] ?? [])
            : undefined;
  return at?.[0] === undefined || at[1] === undefined ? undefined : [at[0], at[1]];
}

/** Without case and accents, so that `Genes` finds `Gênes`. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
