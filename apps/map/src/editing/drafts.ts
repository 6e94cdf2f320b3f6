import { effect, signal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { onePerApp } from '../app/app.js';
import type { DecimalSign } from '../forms/number-text.js';
import type { Session } from '../session/session.js';
import { Draft } from './draft.js';

/**
 * The drafts of the page. They are not in the form, because the form is removed when a session expires: after signing in again, people find
 * their edits. Signing out removes all drafts.
 */
class Drafts {
  private readonly open = signal<ReadonlyMap<string, Draft>>(new Map());

  constructor(session: Session) {
    effect(() => {
      const state = session.state.value;
      if (state.is === 'signed-out' && state.why === undefined) this.open.value = new Map();
    });
    addEventListener('beforeunload', (event) => {
      if ([...this.open.peek().values()].some(({ dirty }) => dirty.peek())) event.preventDefault();
    });
  }

  find(workspace: string, id: string): Draft | undefined {
    return this.open.value.get(keyOf(workspace, id));
  }

  begin(workspace: string, object: ExternalObject, sign: DecimalSign): void {
    const key = keyOf(workspace, object.externalId);
    if (!this.open.peek().has(key)) this.open.value = new Map(this.open.peek()).set(key, new Draft(object, sign));
  }

  drop(workspace: string, id: string): void {
    const left = new Map(this.open.peek());
    left.delete(keyOf(workspace, id));
    this.open.value = left;
  }
}

export const draftsOf = onePerApp(({ session }) => new Drafts(session));

const keyOf = (workspace: string, id: string): string => JSON.stringify([workspace, id]);
