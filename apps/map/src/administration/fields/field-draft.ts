import { type Signal, signal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { listOf, numberOf, textOf } from '../../forms/typed.js';

type Definition = Schemas['FieldDefinition'];
export type FieldType = Definition['type'];
export const FIELD_TYPES = ['String', 'Number', 'Category'] as const satisfies readonly FieldType[];
export const REVIEWS = ['approved', 'proposed', 'ignored'] as const;
export const ON_CONFLICT = ['warn', 'reject'] as const;

export interface CategoryDraft {
  key: number;
  namespace: Signal<string>;
  categoryName: Signal<string>;
  label: Signal<string>;
  /** Members that the form does not show; they stay unchanged. */
  rest: { color?: string; icon?: string };
}

let nextKey = 1;
const categoryDraft = ({ namespace, categoryName, label = '', ...rest }: Schemas['FieldCategory']): CategoryDraft => ({
  key: nextKey++,
  namespace: signal(namespace),
  categoryName: signal(categoryName),
  label: signal(label),
  rest,
});

/** A field definition while it is edited. */
export class FieldDraft {
  readonly name: Signal<string>;
  readonly label: Signal<string>;
  readonly type: Signal<FieldType>;
  readonly unit: Signal<string>;
  readonly decimals: Signal<string>;
  readonly min: Signal<string>;
  readonly max: Signal<string>;
  readonly objectTypes: Signal<string>;
  readonly review: Signal<(typeof REVIEWS)[number]>;
  readonly onConflict: Signal<(typeof ON_CONFLICT)[number]>;
  readonly categories: Signal<readonly CategoryDraft[]>;

  constructor(name: string, from: Definition) {
    const text = (value: number | string | undefined): Signal<string> => signal(value === undefined ? '' : String(value));
    this.name = signal(name);
    this.label = text(from.label);
    this.type = signal(from.type);
    this.unit = text(from.unit);
    this.decimals = text(from.decimals);
    this.min = text(from.min);
    this.max = text(from.max);
    this.objectTypes = text(from.objectTypes?.join(', '));
    this.review = signal(from.review ?? 'approved');
    this.onConflict = signal(from.onConflict ?? 'warn');
    this.categories = signal((from.categories ?? []).map(categoryDraft));
  }

  addCategory(): void {
    const last = this.categories.peek().at(-1);
    this.categories.value = [...this.categories.peek(), categoryDraft({ namespace: last?.namespace.peek() ?? '', categoryName: '' })];
  }

  removeCategory(at: number): void {
    this.categories.value = this.categories.peek().filter((_, index) => index !== at);
  }

  /** Moves a category up or down by one place; at the end it stays. */
  moveCategory(at: number, by: 1 | -1): void {
    const moved = [...this.categories.peek()];
    const [one] = moved.splice(at, 1);
    if (one === undefined || at + by < 0 || at + by > moved.length) return;
    moved.splice(at + by, 0, one);
    this.categories.value = moved;
  }

  /** In the API's format, without the members of other types. */
  definition(): Definition {
    const type = this.type.peek();
    const common: Definition = {
      type,
      label: textOf(this.label.peek()),
      objectTypes: listOf(this.objectTypes.peek()),
      review: this.review.peek(),
      onConflict: this.onConflict.peek(),
    };
    if (type === 'Number')
      return {
        ...common,
        unit: textOf(this.unit.peek()),
        decimals: numberOf(this.decimals.peek()),
        min: numberOf(this.min.peek()),
        max: numberOf(this.max.peek()),
      };
    if (type === 'String') return common;
    const categories = this.categories.peek().map(({ namespace, categoryName, label, rest }) => ({
      ...rest,
      namespace: namespace.peek().trim(),
      categoryName: categoryName.peek().trim(),
      label: textOf(label.peek()),
    }));
    return { ...common, categories: categories.length === 0 ? undefined : categories };
  }
}

/** A definition for all sighted values of a field: the most frequent type, and for categories the sighted ones. */
export function definitionAsSeen({
  types,
  categories,
}: Pick<Schemas['FieldsToReview']['fields'][number], 'types' | 'categories'>): Definition {
  const type = FIELD_TYPES.reduce((most, each) => (types[each] > types[most] ? each : most));
  if (type !== 'Category') return { type };
  // If there are very many categories, only some are known; as a proposal, the list refuses nothing.
  return { type, review: 'proposed', categories };
}
