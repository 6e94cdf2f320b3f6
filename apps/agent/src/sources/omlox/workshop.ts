import { pause } from '#kafka/abortable-pause.js';
import type { Logger } from '#telemetry/logger.js';
import { backOff } from '../../back-off.js';
import type { Received, SourceContext } from '../source.js';
import { type Place, placeOf, placeOfAnswer, type ToAsk, type Unplaced } from './coordinates/place-of.js';
import type { Zones } from './coordinates/zones.js';
import { type FenceChange, Fences, type Inside } from './fences.js';
import { pathPart } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';
import { externalIdOf } from './identity.js';
import { isDeeperThan, type JsonObject, objectOf, textOf } from './json-values.js';
import { DEFAULT_FENCE_FIELD, type OmloxOptions } from './options.js';
import { observedAtOf, readingOf } from './reading-of.js';
import type { Repeats, Told } from './repeats.js';
import type { Trackables } from './trackables.js';

/** What comes in, in its order. */
export type Item =
  | { readonly kind: 'position'; readonly document: unknown; readonly bySnapshot: boolean }
  | { readonly kind: 'fence'; readonly document: unknown }
  /** Who is in which fence, as of when this stands in the order. */
  | { readonly kind: 'inside'; readonly inside: Inside }
  | { readonly kind: 'unreadable'; readonly text: string; readonly why: string };

/** What is known of a hub, for reading what it sends. */
export interface HubKnowledge {
  readonly rest: HubRest;
  readonly zones: Zones;
  readonly trackables: Trackables;
  readonly fences: Fences;
  readonly repeats: Repeats;
  /** Reads the zones anew, at most twice a minute. */
  refreshZones(): Promise<void>;
}

const DEEPEST = 32;
const ATTEMPTS = 5;
const AT_ONCE = 8;

/** A position that came, as far as it could be read without asking. */
interface Step {
  readonly thing: string;
  readonly document: JsonObject;
  readonly location: JsonObject;
  readonly told: Told;
  place: Place | Unplaced | ToAsk;
}

/** Makes of what a hub sends what is delivered: leaves out repeats, asks the hub for what must be known of a thing or a zone, and reads. */
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

  /** In the order in which it came. Asks the hub where it must: bounded, and then goes on with what is known. */
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

  /** Positions that are new and can be read; what stands for anything else is finished or left out. */
  private begin(items: readonly Item[]): (Step | Received | undefined)[] {
    let repeated = 0;
    let bySnapshot = 0;
    const steps = items.map((item) => {
      if (item.kind !== 'position') return undefined;
      const step = this.stepOf(item.document);
      if ('location' in step) {
        if (this.isRepeat(step, item.bySnapshot)) return void repeated++;
        if (this.options.fences?.enabled) this.knowledge.fences.seen(step.thing, step.told.at);
      }
      if (item.bySnapshot) bySnapshot++;
      return step;
    });
    if (repeated > 0) this.context.counted?.('repeated', repeated);
    if (bySnapshot > 0) this.context.counted?.('snapshot', bySnapshot);
    return steps;
  }

  /** The same position came in another form, which could be placed at once. */
  private cameMeanwhile({ thing, told, place }: Step): boolean {
    const { repeats } = this.knowledge;
    return 'lat' in place && told.at !== undefined ? repeats.isRepeat(thing, told, false) : repeats.wasTold(thing, told);
  }

  /** What is not placed yet is noted apart: a placed position of the same moment is no repeat of it. */
  private isRepeat({ thing, told, place }: Step, bySnapshot: boolean): boolean {
    const { repeats } = this.knowledge;
    if ('lat' in place) return repeats.isRepeat(thing, told, bySnapshot);
    this.context.unplaced?.();
    return repeats.wasTold(thing, told) || repeats.isRepeat(`${thing}\0unplaced`, told, bySnapshot);
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
    const told: Told = {
      at,
      provider: textOf(location.provider_id) ?? '',
      form: textOf(location.crs) ?? 'local',
      spot: JSON.stringify(objectOf(location.position)?.coordinates) ?? '',
      content: () => JSON.stringify(location),
    };
    return { thing, document: object, location, told, place: placeOf(location, this.knowledge.zones) };
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
      (await this.asked('names and properties of trackables', () => trackables.lookUp(rest, [...things]))) !== 'answered'
    )
      trackables.giveUp([...things]);
    if (places.size > 0) await this.asked('names of fences', () => fences.lookUp(rest, [...places]));
  }

  private async locate(steps: readonly (Step | Received | undefined)[]): Promise<void> {
    const open = steps.filter((step): step is Step => step !== undefined && 'location' in step);
    // A zone may be younger than what is known of the hub.
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
        // Each would wait as long as this one did.
        if (place === undefined) silent = true;
        else (step as Step).place = place;
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, toAsk.length) }, worker));
  }

  /** @returns undefined when the hub is away */
  private async transformed(ask: ToAsk, location: JsonObject): Promise<Place | Unplaced | undefined> {
    const { zone, coordinates } = ask;
    const body = { position: { type: 'Point', coordinates }, source: textOf(location.source), crs: 'local' };
    let answer: unknown;
    const answered = await this.asked(`the transform of zone ${zone.id} (${zone.unusable})`, async () => {
      answer = await this.knowledge.rest.put(`/zones/${pathPart(zone.id)}/transform`, body);
    });
    return answered === 'away' ? undefined : placeOfAnswer(answer, ask);
  }

  /** Asks up to five times while the hub is away; what it refuses is not asked again. */
  private async asked(what: string, ask: () => Promise<void>): Promise<'answered' | 'refused' | 'away'> {
    for (let attempt = 1; !this.context.signal.aborted; attempt++) {
      try {
        await ask();
        return 'answered';
      } catch (error) {
        const status = (error as { status?: number }).status;
        const refused = status !== undefined && status < 500;
        if (refused || attempt === ATTEMPTS) {
          this.context.log.warn(`The hub did not tell ${what}: ${(error as Error).message}`);
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
        return this.knowledge.fences.mend(item.inside).map((change) => this.changed(change, { thing: change.thing, fence: change.value }));
      case 'unreadable':
        return [kept({ text: item.text }, 'unreadable', `The hub sent ${item.why}.`)];
    }
  }

  private positionOf({ thing, document, location, place }: Step): Received {
    if ('quarantined' in place) return { document, quarantined: place.quarantined };
    if ('zone' in place) return kept(document, 'local-coordinates', 'Its coordinates are local and could not be turned into degrees.');
    const trackable = this.knowledge.trackables.heard(
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
