import { AdoptedAreaDto, AreaContentDto } from '#contracts/areas/dto/area.dto.js';
import { compileDto, type DtoCheck } from '#contracts/dto/compiled-dto.js';
import { checkGeometry } from '#geofence/check-geometry.js';
import type { Geometry } from '#geofence/geometry.js';
import { DEFAULT_CONFIRM_SECONDS } from '#geofence/visit-fold.js';
import { Problem, type ProblemDetail } from '#problems/problem.js';

/** The settings of an area, validated and normalised. */
export interface AreaContent {
  name: string;
  category?: string;
  floor?: string | number;
  geometry: Geometry;
  confirmSeconds: number;
  dwellSeconds?: number;
  absentSeconds?: number;
}

/** Limit of reported faults; further ones are not listed. */
const MAX_FAULTS = 20;
const MAX_FEATURES = 1000;
const MAX_COLLECTION_VERTICES = 200_000;

const check = compileDto(AreaContentDto);
const checkAdopted = compileDto(AdoptedAreaDto);

/** @throws Problem 422 that points at the member; in a geometry, at the ring or the position */
export function checkedArea(body: unknown): AreaContent {
  const { content, fault } = judged(body);
  if (fault) throw new Problem('invalid', fault.detail, { errors: [fault] });
  return content!;
}

/** An area that another installation has. @throws Problem as `checkedArea` */
export function checkedAdoption(body: unknown): { content: AreaContent; createdAt: string } {
  const { content, fault } = judged(body, checkAdopted);
  if (fault) throw new Problem('invalid', fault.detail, { errors: [fault] });
  return { content: content!, createdAt: new Date((body as AdoptedAreaDto).createdAt).toISOString() };
}

/** The areas of a FeatureCollection. @throws Problem 422 with up to 20 faults: all areas are imported or none */
export function checkedCollection(body: unknown): AreaContent[] {
  const { type, features } = (body ?? {}) as { type?: unknown; features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    refuse([
      {
        pointer: type === 'FeatureCollection' ? '/features' : '/type',
        detail: 'must be a GeoJSON FeatureCollection (RFC 7946, 3.3): {"type":"FeatureCollection","features":[…]}',
      },
    ]);
  const list = features as unknown[];
  if (list.length === 0 || list.length > MAX_FEATURES)
    refuse([{ pointer: '/features', detail: `must have 1 to ${MAX_FEATURES} features; import more in several calls` }]);
  const faults: ProblemDetail[] = [];
  const contents: AreaContent[] = [];
  let vertices = 0;
  for (const [index, feature] of list.entries()) {
    const { content, fault } = judgedFeature(feature, `/features/${index}`);
    if (fault && faults.push(fault) === MAX_FAULTS) break;
    if (content) contents.push(content);
    vertices += content ? JSON.stringify(content.geometry).length / 20 : 0;
    if (vertices > MAX_COLLECTION_VERTICES)
      refuse([
        {
          pointer: '/features',
          detail: `have together more than about ${MAX_COLLECTION_VERTICES} positions; import them in several calls`,
        },
      ]);
  }
  if (faults.length > 0) refuse(faults);
  return contents;
}

function refuse(errors: readonly ProblemDetail[]): never {
  throw new Problem(
    'invalid',
    errors.length === 1
      ? `${errors[0]!.pointer || 'The body'}: ${errors[0]!.detail}`
      : `${errors.length} features are not valid; nothing was imported.`,
    { errors },
  );
}

function judged(body: unknown, rules: DtoCheck = check): { content?: AreaContent; fault?: ProblemDetail } {
  const fault = rules(body ?? {});
  if (fault) return { fault };
  const given = body as AreaContentDto;
  const checked = checkGeometry(given.geometry);
  if ('fault' in checked) return { fault: { pointer: `/geometry${checked.fault.pointer}`, detail: checked.fault.detail } };
  const { name, category, floor, confirmSeconds = DEFAULT_CONFIRM_SECONDS, dwellSeconds, absentSeconds } = given;
  return { content: { name, category, floor, geometry: checked.geometry, confirmSeconds, dwellSeconds, absentSeconds } };
}

/** Ignores properties that tools add to features. */
function judgedFeature(feature: unknown, pointer: string): { content?: AreaContent; fault?: ProblemDetail } {
  const { type, geometry, properties } = (feature ?? {}) as {
    type?: unknown;
    geometry?: unknown;
    properties?: Record<string, unknown> | null;
  };
  if (type !== 'Feature') return { fault: { pointer: `${pointer}/type`, detail: 'must be Feature' } };
  const { name, category, floor, radius, confirmSeconds, dwellSeconds, absentSeconds } = properties ?? {};
  const point = geometry as { type?: unknown; coordinates?: unknown } | null;
  const shape = point?.type === 'Point' ? { type: 'Circle', center: point.coordinates, radius } : geometry;
  const whole = { name, category, floor, geometry: shape, confirmSeconds, dwellSeconds, absentSeconds };
  const { content, fault } = judged(Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined && value !== null)));
  if (!fault) return { content };
  const place = fault.pointer.startsWith('/geometry') ? fault.pointer.replace('/center', '/coordinates') : `/properties${fault.pointer}`;
  return { fault: { pointer: pointer + (fault.pointer === '/geometry/radius' ? '/properties/radius' : place), detail: fault.detail } };
}
