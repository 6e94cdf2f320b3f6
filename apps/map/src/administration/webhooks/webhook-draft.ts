import { type Signal, signal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { listOf, numberOf, textOf } from '../../forms/typed.js';

type Settings = Schemas['WebhookSettings'];
type Kind = NonNullable<Schemas['WebhookFilter']['kinds']>[number];
const TEXTS = ['types', 'ids', 'fields', 'areas'] as const;

/** Settings of a webhook while they are edited. */
export class WebhookDraft {
  readonly url: Signal<string>;
  readonly description: Signal<string>;
  readonly enabled: Signal<boolean>;
  readonly mode: Signal<'events' | 'state'>;
  readonly maxChanges: Signal<string>;
  readonly idPrefix: Signal<string>;
  readonly bbox: Signal<string>;
  readonly kinds: Signal<readonly Kind[]>;
  readonly lists: Readonly<Record<(typeof TEXTS)[number], Signal<string>>>;

  constructor({ url, description = '', enabled = true, mode = 'events', maxChanges, filter = {} }: Settings) {
    this.url = signal(url);
    this.description = signal(description);
    this.enabled = signal(enabled);
    this.mode = signal(mode);
    this.maxChanges = signal(maxChanges === undefined ? '' : String(maxChanges));
    this.idPrefix = signal(filter.idPrefix ?? '');
    this.bbox = signal(filter.bbox?.join(', ') ?? '');
    this.kinds = signal(filter.kinds ?? []);
    this.lists = Object.fromEntries(TEXTS.map((name) => [name, signal(filter[name]?.join(', ') ?? '')])) as Record<
      (typeof TEXTS)[number],
      Signal<string>
    >;
  }

  settings(): Settings {
    const { types, ids, fields, areas } = this.lists;
    const kinds = this.kinds.peek();
    const filter = {
      types: listOf(types.peek()),
      ids: listOf(ids.peek()),
      idPrefix: textOf(this.idPrefix.peek()),
      fields: listOf(fields.peek()),
      areas: listOf(areas.peek()),
      kinds: kinds.length === 0 ? undefined : [...kinds],
      bbox: listOf(this.bbox.peek())?.map((part) => numberOf(part)!),
    };
    const filters = Object.values(filter).some((value) => value !== undefined);
    return {
      url: this.url.peek().trim(),
      description: textOf(this.description.peek()),
      enabled: this.enabled.peek(),
      mode: this.mode.peek(),
      maxChanges: numberOf(this.maxChanges.peek()),
      filter: filters ? filter : undefined,
    };
  }
}
