import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';
import { inverseOf } from './inverse.js';
import { EditConflict, type EditDone, type ObjectChange, type ObjectEdits } from './object-edits.js';

/** Announces a change and offers to undo it while the notice is shown. */
export function offerUndo(app: App, edits: ObjectEdits, what: string, done: EditDone, change: ObjectChange): void {
  const inverse = inverseOf(done, change);
  const { editing } = app.words.peek();
  app.notices.info(what, inverse && { label: editing.undo, run: () => void undo(app, edits, done, inverse) });
}

/** Based on the object after the change, so that later changes by others are not overwritten. */
async function undo(app: App, edits: ObjectEdits, done: EditDone, inverse: ObjectChange): Promise<void> {
  const { editing } = app.words.peek();
  try {
    await edits.apply(done.after, inverse);
    app.notices.info(editing.undone);
  } catch (error) {
    if (error instanceof EditConflict) app.notices.warn(editing.changedSince);
    else if (error instanceof ApiProblem)
      app.notices.warn(editing.notUndone(notChangedText(app, error)), {
        label: app.words.peek().app.tryAgain,
        run: () => void undo(app, edits, done, inverse),
      });
    else throw error;
  }
}

/** The message to the person whose change failed. */
export function notChangedText(app: App, problem: ApiProblem): string {
  const { problems, editing } = app.words.peek();
  if (problem.status === 0) return editing.noAnswer;
  if (problem.status === 401) return editing.signInAgain;
  if (problem.status === 403 && problem.kind === 'forbidden') return `${problems.notAllowed} ${problem.message}`;
  return problem.message;
}
