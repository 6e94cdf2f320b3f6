import type { Logger } from '#telemetry/logger.js';
import { SourceError } from '../../reading/source.js';
import { DOUBTFUL_METRES } from './coordinates/ground-fit.js';
import { type Zone, Zones } from './coordinates/zones.js';
import { Fences } from './fences.js';
import { listObjects } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';
import type { OmloxOptions } from './options.js';
import { Repeats } from './repeats.js';
import { Trackables } from './trackables.js';
import type { HubKnowledge } from './workshop.js';

const ZONES_CACHE_MS = 30_000;
const DOUBTFUL_SCALE = 0.01;

/** A hub's data other than positions: zones, trackables and fences, each in limited memory. */
export class Knowledge implements HubKnowledge {
  readonly zones: Zones;
  readonly trackables: Trackables;
  readonly fences = new Fences();
  readonly repeats: Repeats;
  private zonesAt = 0;
  private loggedWarnings = '';

  /**
   * @param place of the source, as stored in the queue.
   * @throws SourceError for zones of the configuration that can't be used
   */
  constructor(
    readonly rest: HubRest,
    private readonly options: OmloxOptions,
    place: unknown,
    private readonly log: Logger,
  ) {
    try {
      this.zones = new Zones(options.zones ?? []);
    } catch (error) {
      throw new SourceError((error as Error).message, { cause: error });
    }
    this.trackables = new Trackables(options.properties ?? []);
    this.repeats = new Repeats(place);
  }

  /** Reads all of them again. @throws Error when the hub is unavailable */
  async load(): Promise<{
    readonly trackables: number | undefined;
    readonly fences: number | undefined;
    readonly zones: number | undefined;
  }> {
    const trackables = this.options.use === 'locations' ? undefined : await this.trackables.load(this.rest);
    const fences = this.options.fences?.enabled ? await this.fences.load(this.rest) : undefined;
    const listed = await this.loadZones();
    return { trackables, fences, zones: listed || this.zones.size > 0 ? this.zones.size : undefined };
  }

  async refreshZones(): Promise<void> {
    if (Date.now() - this.zonesAt >= ZONES_CACHE_MS) await this.loadZones();
  }

  /** Doubts about zones, in words. */
  warnings(): readonly string[] {
    return this.zones.all().flatMap((zone) => warningsOf(zone));
  }

  /** @returns whether the hub provides a list of zones */
  private async loadZones(): Promise<boolean> {
    this.zonesAt = Date.now();
    const zones = await listObjects(this.rest, 'zones');
    if (zones) this.zones.replace(zones);
    const warnings = this.warnings().join('\n');
    if (warnings !== this.loggedWarnings) for (const warning of warnings.split('\n')) if (warning !== '') this.log.warn(warning);
    this.loggedWarnings = warnings;
    return zones !== undefined;
  }
}

function warningsOf({ id, fit, unusable }: Zone): readonly string[] {
  if (fit === undefined)
    return [
      `Zone ${id}: ${unusable}. Its local positions are taken as the hub converts them; where it does not, ` +
        'it is asked to transform each of them. What it cannot place is kept apart.',
    ];
  return [
    ...(fit.residual > DOUBTFUL_METRES
      ? [
          `Zone ${id}: a ground control point lies ${fit.residual.toFixed(2)} m off the others: positions may ` +
            'be wrong by as much. Measure them again.',
        ]
      : []),
    ...(fit.kind === 'affine'
      ? [`Zone ${id}: its plan is stretched (its axes have different scales or are not square to each other): is it drawn to scale?`]
      : []),
    ...(fit.mirrored
      ? [
          `Zone ${id}: its plan is mirrored (the second axis points down, as in pictures). If it should not be: ` +
            'are x and y, longitude and latitude in this order?',
        ]
      : []),
    ...(Math.abs(fit.scale - 1) > DOUBTFUL_SCALE
      ? [`Zone ${id}: a unit of its plan is ${fit.scale.toPrecision(4)} m on the ground, not 1 m.`]
      : []),
  ];
}
