import { type Signal, signal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { numberOf } from '../../forms/typed.js';

type Body = Schemas['Retention'];

/** The rule for one type of objects, as typed. */
export interface TypeDraft {
  /** Key of the row, so that it keeps its inputs when another row is removed. */
  key: number;
  type: Signal<string>;
  historyDays: Signal<string>;
  eraseAfterDays: Signal<string>;
}

const days = (value: number | undefined): Signal<string> => signal(value === undefined ? '' : String(value));
let lastKey = 0;
const typeDraft = ({ type, historyDays, eraseAfterDays }: { type: string; historyDays?: number; eraseAfterDays?: number }): TypeDraft => ({
  key: ++lastKey,
  type: signal(type),
  historyDays: days(historyDays),
  eraseAfterDays: days(eraseAfterDays),
});

/** Retention rules while they are edited. */
export class RetentionDraft {
  readonly historyDays: Signal<string>;
  readonly eraseAfterDays: Signal<string>;
  readonly types: Signal<readonly TypeDraft[]>;

  constructor({ historyDays, eraseAfterDays, types }: Schemas['ShownRetention']) {
    this.historyDays = days(historyDays);
    this.eraseAfterDays = days(eraseAfterDays);
    this.types = signal(types.map(typeDraft));
  }

  addType(): void {
    this.types.value = [...this.types.peek(), typeDraft({ type: '' })];
  }

  removeType(key: number): void {
    this.types.value = this.types.peek().filter((each) => each.key !== key);
  }

  rules(): Body {
    const types = this.types.peek().map(({ type, historyDays, eraseAfterDays }) => ({
      type: type.peek().trim(),
      historyDays: numberOf(historyDays.peek()),
      eraseAfterDays: numberOf(eraseAfterDays.peek()),
    }));
    return { historyDays: numberOf(this.historyDays.peek()), eraseAfterDays: numberOf(this.eraseAfterDays.peek()), types };
  }
}
