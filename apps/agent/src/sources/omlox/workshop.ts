import { pause } from '#lifecycle/abortable-pause.js';
import type { Logger } from '#telemetry/logger.js';
import { backOff } from '../../pacing/back-off.js';
import type { Received, SourceContext } from '../../reading/source.js';
import { isDeeperThan, type JsonObject, objectOf, textOf } from '../reading-parts/json-values.js';
import { type Place, placeOf, placeOfAnswer, type ToAsk, type Unplaced } from './coordinates/place-of.js';
import type { Zones } from './coordinates/zones.js';
import { type FenceChange, Fences, type Inside } from './fences.js';
import { pathPart } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';
import { externalIdOf } from './identity.js';
import { DEFAULT_FENCE_FIELD, type OmloxOptions } from './options.js';
import { observedAtOf, readingOf } from './reading-of.js';
import type { Fingerprint, Repeats } from './repeats.js';
import type { Trackables } from './trackables.js';

/** Incoming items, in order. */
export type Item =
  | { readonly kind: 'position'; readonly document: unknown; readonly bySnapshot: boolean }
  | { readonly kind: 'fence'; readonly document: unknown }
  /** The things in each fence, as of this position in the order. */
  | { readonly kind: 'inside'; readonly inside: Inside }
  | { readonly kind: 'unreadable'; readonly text: string; readonly why: string };

/** The data about a hub that is needed to read its messages. */
export interface HubKnowledge {
  readonly rest: HubRest;
  readonly zones: Zones;
  readonly trackables: Trackables;
  readonly fences: Fences;
  readonly repeats: Repeats;
  /** Reads the zones again, at most twice a minute. */
  refreshZones(): Promise<void>;
}

const DEEPEST = 32;
const ATTEMPTS = 5;
const AT_ONCE = 8;

/** A received position, read as far as possible without asking the hub. */
interface Step {
  readonly thing: string;
  readonly document: JsonObject;
  readonly location: JsonObject;
  readonly fingerprint: Fingerprint;
  place: Place | Unplaced | ToAsk;
}

/**
 * Turns a hub's messages into messages to deliver: removes repeats, requests missing data about things or zones from the hub, and reads
 * them.
 */
export class Workshop {
  private readonly hub: string;
  private readonly allowed: readonly string[];
  private readonly fenceField: string;

  constructor(
    private readonly options: OmloxOptions,
    private readonly knowledge: HubKnowledge,
    private readonly context: Pick<SourceContext, 'name' | 'signal' | 'counted'> & {
      readonly log: Logger;
      /** A position arrived that the agent cannot convert itself. */
      readonly unplaced?: () => void;
    },
  ) {
    this.hub = options.hub ?? context.name;
    this.allowed = options.properties ?? [];
    this.fenceField = options.fences?.field ?? DEFAULT_FENCE_FIELD;
  }

  /** Reads items in order of arrival. Asks the hub if necessary, within limits, and then continues with the known data. */
  async read(items: readonly Item[]): Promise<readonly Received[]> {
    const steps = this.begin(items);
    await this.lookUp(items, steps);
    const unplaced = steps.map((step) => step !== undefined && 'location' in step && !('lat' in step.place));
    await this.locate(steps);
    for (const [index, step] of steps.entries()) {
      if (!unplaced[index] || !this.cameMeanwhile(step as Step)) continue;
      steps[index] = undefined;
      this.context.counted?.('repeated', 1);
    }
    return steps.flatMap((step, index) => this.finish(items[index]!, step));
  }

  /** New positions that can be read; other items are finished or left out. */
  private begin(items: readonly Item[]): (Step | Received | undefined)[] {
    let repeated = 0;
    let bySnapshot = 0;
    const steps = items.map((item) => {
      if (item.kind !== 'position') return undefined;
      const step = this.stepOf(item.document);
      if ('location' in step) {
        if (this.isRepeat(step, item.bySnapshot)) return void repeated++;
        if (this.options.fences?.enabled) this.knowledge.fences.seen(step.thing, step.fingerprint.at);
      }
      if (item.bySnapshot) bySnapshot++;
      return step;
    });
    if (repeated > 0) this.context.counted?.('repeated', repeated);
    if (bySnapshot > 0) this.context.counted?.('snapshot', bySnapshot);
    return steps;
  }

  /** The same position arrived in another form that could be placed at once. */
  private cameMeanwhile({ thing, fingerprint, place }: Step): boolean {
    const { repeats } = this.knowledge;
    return 'lat' in place && fingerprint.at !== undefined
      ? repeats.isRepeat(thing, fingerprint, false)
      : repeats.isRecorded(thing, fingerprint);
  }

  /** Positions that are not placed yet are recorded separately: a placed position of the same moment is not a repeat of one. */
  private isRepeat({ thing, fingerprint, place }: Step, bySnapshot: boolean): boolean {
    const { repeats } = this.knowledge;
    if ('lat' in place) return repeats.isRepeat(thing, fingerprint, bySnapshot);
    this.context.unplaced?.();
    return repeats.isRecorded(thing, fingerprint) || repeats.isRepeat(`${thing}\0unplaced`, fingerprint, bySnapshot);
  }

  private stepOf(document: unknown): Step | Received {
    const object = objectOf(document);
    if (object === undefined || isDeeperThan(object, DEEPEST))
      return kept(
        object === undefined ? document : {},
        'unreadable',
        object === undefined ? 'It is no object.' : `It is nested deeper than ${DEEPEST} levels.`,
      );
    const motion = this.options.use !== 'locations';
    const location = motion ? objectOf(object.location) : object;
    const thing = idOf(motion ? object.id : object.provider_id);
    if (thing === undefined) return kept(document, 'no-id', motion ? 'It has no id.' : 'It has no provider_id.');
    if (location === undefined) return kept(document, 'no-position-known', 'It has no location.');
    const at = observedAtOf(location);
    if (at === null) return kept(document, 'impossible-time', 'Its timestamp_generated is no time with its zone, as RFC 3339 writes it.');
    const fingerprint: Fingerprint = {
      at,
      provider: textOf(location.provider_id) ?? '',
      form: textOf(location.crs) ?? 'local',
      spot: JSON.stringify(objectOf(location.position)?.coordinates) ?? '',
      content: () => JSON.stringify(location),
    };
    return { thing, document: object, location, fingerprint, place: placeOf(location, this.knowledge.zones) };
  }

  private async lookUp(items: readonly Item[], steps: readonly (Step | Received | undefined)[]): Promise<void> {
    const { trackables, fences, rest } = this.knowledge;
    if (this.options.use === 'locations') return;
    const things = new Set<string>();
    const places = new Set<string>();
    for (const [index, item] of items.entries()) {
      const step = steps[index];
      if (step !== undefined && 'location' in step && trackables.isUnknown(step.thing, step.document)) things.add(step.thing);
      const event = item.kind === 'fence' ? Fences.readEvent(objectOf(item.document) ?? {}) : undefined;
      if (event && fences.isUnknown(event.fence)) places.add(event.fence);
      for (const thing of event?.things ?? []) if (trackables.isUnknown(thing, {})) things.add(thing);
    }
    if (
      things.size > 0 &&
      (await this.retried('names and properties of trackables', () => trackables.lookUp(rest, [...things]))) !== 'answered'
    )
      trackables.giveUp([...things]);
    if (places.size > 0) await this.retried('names of fences', () => fences.lookUp(rest, [...places]));
  }

  private async locate(steps: readonly (Step | Received | undefined)[]): Promise<void> {
    const open = steps.filter((step): step is Step => step !== undefined && 'location' in step);
    // A zone may be newer than the known data.
    const lost = open.filter(({ place }) => 'quarantined' in place && place.quarantined.reason === 'local-coordinates');
    if (lost.length > 0) {
      await this.knowledge
        .refreshZones()
        .catch((error: unknown) => this.context.log.warn(`The hub's zones could not be read: ${(error as Error).message}`));
      for (const step of lost) step.place = placeOf(step.location, this.knowledge.zones);
    }
    const toAsk = open.filter((step): step is Step & { place: ToAsk } => 'zone' in step.place);
    let next = 0;
    let silent = false;
    const worker = async (): Promise<void> => {
      while (next < toAsk.length && !silent) {
        const step = toAsk[next++]!;
        const place = await this.transformed(step.place, step.location);
        // The other requests would take just as long to fail.
        if (place === undefined) silent = true;
        else (step as Step).place = place;
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, toAsk.length) }, worker));
  }

  /** @returns undefined when the hub is unavailable */
  private async transformed(ask: ToAsk, location: JsonObject): Promise<Place | Unplaced | undefined> {
    const { zone, coordinates } = ask;
    const body = { position: { type: 'Point', coordinates }, source: textOf(location.source), crs: 'local' };
    let answer: unknown;
    const answered = await this.retried(`the transform of zone ${zone.id} (${zone.unusable})`, async () => {
      answer = await this.knowledge.rest.put(`/zones/${pathPart(zone.id)}/transform`, body);
    });
    return answered === 'away' ? undefined : placeOfAnswer(answer, ask);
  }

  /** Asks up to five times while the hub is unavailable; a refused request is not repeated. */
  private async retried(what: string, ask: () => Promise<void>): Promise<'answered' | 'refused' | 'away'> {
    for (let attempt = 1; !this.context.signal.aborted; attempt++) {
      try {
        await ask();
        return 'answered';
      } catch (error) {
        const status = (error as { status?: number }).status;
        const refused = status !== undefined && status < 500;
        if (refused || attempt === ATTEMPTS) {
          this.context.log.warn(`The hub did not return ${what}: ${(error as Error).message}`);
          return refused ? 'refused' : 'away';
        }
        await pause(backOff(attempt), this.context.signal);
      }
    }
    return 'away';
  }

  private finish(item: Item, step: Step | Received | undefined): readonly Received[] {
    switch (item.kind) {
      case 'position':
        return step === undefined ? [] : ['location' in step ? this.positionOf(step) : step];
      case 'fence':
        return this.fenceOf(item.document);
      case 'inside':
        return this.knowledge.fences
          .resync(item.inside)
          .map((change) => this.changed(change, { thing: change.thing, fence: change.value }));
      case 'unreadable':
        return [kept({ text: item.text }, 'unreadable', `The hub sent ${item.why}.`)];
    }
  }

  private positionOf({ thing, document, location, place }: Step): Received {
    if ('quarantined' in place) return { document, quarantined: place.quarantined };
    if ('zone' in place) return kept(document, 'local-coordinates', 'Its coordinates are local and could not be turned into degrees.');
    const trackable = this.knowledge.trackables.update(
      thing,
      this.options.use === 'locations' ? { properties: location.properties } : document,
    );
    const externalId = externalIdOf(this.hub, thing, trackable.properties);
    if (externalId === undefined) return kept(document, 'no-id', 'Its externalId is no text of 1 to 256 printable characters.');
    return { document, reading: readingOf(thing, externalId, trackable, location, place, this.allowed) };
  }

  private fenceOf(document: unknown): readonly Received[] {
    const object = objectOf(document);
    const event = object && !isDeeperThan(object, DEEPEST) ? Fences.readEvent(object) : undefined;
    if (event === undefined)
      return [
        kept(
          object && isDeeperThan(object, DEEPEST) ? {} : document,
          'unreadable',
          'It is no fence event: fence_id and event_type (region_entry or region_exit) are needed.',
        ),
      ];
    const things =
      event.things.length === 0 && this.options.use === 'locations' ? [idOf(object!.provider_id)].flatMap((id) => id ?? []) : event.things;
    if (things.length === 0) return [kept(document, 'no-id', 'The event names no trackable.')];
    return this.knowledge.fences.take(object!, { ...event, things }).map((change) => this.changed(change, object!));
  }

  private changed({ thing, at, value }: FenceChange, document: JsonObject): Received {
    const externalId = externalIdOf(this.hub, thing, this.knowledge.trackables.get(thing)?.properties);
    if (externalId === undefined) return kept(document, 'no-id', 'Its externalId is no text of 1 to 256 printable characters.');
    return {
      document,
      reading: {
        id: thing,
        externalId,
        ...(at !== undefined && { observedAt: at }),
        fields: { [this.fenceField]: { type: 'Category', value } },
      },
    };
  }
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);
}

function kept(document: unknown, reason: NonNullable<Received['quarantined']>['reason'], detail: string): Received {
  return { document, quarantined: { reason, detail } };
}
