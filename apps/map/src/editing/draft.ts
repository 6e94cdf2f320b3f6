import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ExternalObject, Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { DecimalSign } from '../forms/number-text.js';
import { merge } from '../object-changes/merge.js';
import { EditConflict, type EditDone, type ObjectChange, type ObjectEdits } from '../object-changes/object-edits.js';
import { changed, differences, type FieldKind, type MemberName, type Members, membersOf } from '../object-changes/object-members.js';
import { CHOSEN, type PictureChoice } from '../pictures/picture-choice.js';
import { type DraftValues, type Faults, kindOfField, membersOfValues, valuesOf } from './draft-values.js';

type Field = Schemas['DefinedField'];

export type DraftState =
  | { is: 'open' }
  | { is: 'saving' }
  | { is: 'failed'; problem: ApiProblem }
  | { is: 'conflict'; theirs: ExternalObject; mine: Members; members: readonly MemberName[] };

const NO_FAULTS: Faults = new Map();

/** Unsaved edits of an object. The draft has the object from the start of the edit, so changes by others meanwhile are not lost. */
export class Draft {
  readonly values;
  readonly picture = signal<PictureChoice>({ is: 'kept' });
  readonly definitions = signal<ReadonlyMap<string, Field>>(new Map());
  readonly dirty: ReadonlySignal<boolean>;
  private readonly now = signal<DraftState>({ is: 'open' });
  readonly state: ReadonlySignal<DraftState> = this.now;
  private readonly tried = signal(false);
  /** Empty until somebody tries to save. */
  readonly faults: ReadonlySignal<Faults>;
  private readonly base;
  /** The values that filled the inputs. */
  private origin: Members;

  constructor(
    begun: ExternalObject,
    private readonly sign: DecimalSign,
  ) {
    this.base = signal(begun);
    this.origin = membersOf(begun);
    this.values = signal(valuesOf(this.origin, sign));
    const read = computed(() => membersOfValues(this.values.value, this.origin, this.sign, this.definitions.value));
    this.dirty = computed(
      () =>
        this.picture.value.is !== 'kept' ||
        read.value.faults.size > 0 ||
        differences(membersOf(this.base.value), read.value.members).length > 0,
    );
    this.faults = computed(() => (this.tried.value ? read.value.faults : NO_FAULTS));
  }

  /** The object at the start of the edit, or when the last conflict was resolved. */
  get object(): ExternalObject {
    return this.base.value;
  }

  /** Revision at the start of the edit, or when the last conflict was resolved. */
  get revision(): number {
    return this.base.value.revision;
  }

  set(change: Partial<DraftValues>): void {
    this.values.value = { ...this.values.peek(), ...change };
    if (this.now.peek().is === 'failed') this.now.value = { is: 'open' };
  }

  /** The type of a field: from its definition, otherwise from its value here. */
  kindOfField(name: string): FieldKind | undefined {
    return kindOfField(name, this.values.value.fields, this.definitions.value);
  }

  choosePicture(choice: PictureChoice): void {
    this.picture.value = choice;
    if (this.now.peek().is === 'failed') this.now.value = { is: 'open' };
  }

  /** @returns what was done; undefined if there was nothing to do, or if it failed and the state shows why */
  async save(edits: ObjectEdits): Promise<{ done: EditDone; change: ObjectChange } | undefined> {
    this.tried.value = true;
    const base = this.base.peek();
    const { members: mine, faults } = membersOfValues(this.values.peek(), this.origin, this.sign, this.definitions.peek());
    if (faults.size > 0 || this.now.peek().is === 'saving') return undefined;
    const change = { set: differences(membersOf(base), mine).map((name) => [name, mine.get(name)] as const) };
    this.now.value = { is: 'saving' };
    try {
      const present = await this.savePicture(edits, base);
      const done =
        change.set.length > 0 || present === base ? await edits.apply(this.base.peek(), change, present) : { before: base, after: present };
      this.now.value = { is: 'open' };
      if (present === base) return { done, change };
      return {
        done: { before: { ...done.before, picture: base.picture }, after: done.after },
        change: { set: [...change.set, ['picture', present.picture]] },
      };
    } catch (error) {
      if (error instanceof EditConflict)
        this.now.value = {
          is: 'conflict',
          theirs: error.theirs,
          mine: error.members.includes('picture')
            ? changed(mine, [['picture', this.picture.peek().is === 'new' ? CHOSEN : undefined]])
            : mine,
          members: error.members,
        };
      else if (error instanceof ApiProblem) this.now.value = { is: 'failed', problem: error };
      else throw error;
      return undefined;
    }
  }

  /** @returns the object with the chosen picture; unchanged if none was chosen */
  private async savePicture(edits: ObjectEdits, base: ExternalObject): Promise<ExternalObject> {
    const choice = this.picture.peek();
    if (choice.is === 'kept') return base;
    const present = await edits.setPicture(base, choice.is === 'new' ? choice.blob : undefined);
    // The picture is saved even if the rest fails; the next save must not treat it as somebody else's change.
    this.base.value = { ...base, picture: present.picture };
    this.origin = changed(this.origin, [['picture', present.picture]]);
    this.picture.value = { is: 'kept' };
    return present;
  }

  /** Resolves a conflict by choosing a version of each member; other changes are merged. Then the draft can be saved again. */
  settle(choices: ReadonlyMap<MemberName, 'mine' | 'theirs'>): void {
    const state = this.now.peek();
    if (state.is !== 'conflict') return;
    const { merged } = merge(membersOf(this.base.peek()), state.mine, membersOf(state.theirs));
    if (state.members.includes('picture') && choices.get('picture') === 'theirs') this.picture.value = { is: 'kept' };
    this.origin = changed(
      merged,
      state.members
        .filter((name) => name !== 'picture' && choices.get(name) !== 'theirs')
        .map((name) => [name, state.mine.get(name)] as const),
    );
    this.base.value = state.theirs;
    this.values.value = valuesOf(this.origin, this.sign);
    this.now.value = { is: 'open' };
  }

  /** Returns to the form; the next save finds the same conflict. */
  putConflictOff(): void {
    if (this.now.peek().is === 'conflict') this.now.value = { is: 'open' };
  }
}
