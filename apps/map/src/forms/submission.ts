import { type ReadonlySignal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { type App, useApp } from '../app/app.js';

interface Fault {
  /** JSON pointer into the body, or the name of a parameter. */
  pointer: string;
  detail: string;
}

/** The state of sending a form: whether it is in progress, and the faults that the service found, by field. The form keeps its input. */
export class Submission {
  private readonly sending = signal(false);
  private readonly found = signal<readonly Fault[]>([]);
  private readonly faultText = signal('');
  readonly busy: ReadonlySignal<boolean> = this.sending;
  /** A fault that belongs to no field; empty if there is none. */
  readonly fault: ReadonlySignal<string> = this.faultText;

  /** @param pointers of the fields in the form; faults of other fields are shown above the form's button */
  constructor(
    private readonly app: App,
    private readonly pointers: readonly string[],
  ) {}

  /** The fault of a field or of a part of it. */
  faultAt(pointer: string): string | undefined {
    const details = this.found.value
      .filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))
      .map(({ detail }) => detail);
    return details.length === 0 ? undefined : details.join(' · ');
  }

  /** Shows a fault that was found before sending. @param pointer of a field in the form */
  refuse(pointer: string, detail: string): void {
    this.found.value = [{ pointer, detail }];
    this.faultText.value = '';
  }

  /** One at a time. @returns whether it succeeded; errors other than problems of the API are rethrown */
  async send(action: () => Promise<void>): Promise<boolean> {
    if (this.sending.peek()) return false;
    this.sending.value = true;
    this.found.value = [];
    this.faultText.value = '';
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const faults = faultsOf(error);
      const shown = faults.filter(({ pointer }) => this.pointers.some((known) => pointer === known || pointer.startsWith(`${known}/`)));
      this.found.value = shown;
      if (shown.length === 0 || shown.length < faults.length) this.faultText.value = notSentText(this.app, error);
      return false;
    } finally {
      this.sending.value = false;
    }
  }
}

export function useSubmission(pointers: readonly string[]): Submission {
  const app = useApp();
  return useMemo(() => new Submission(app, pointers), []);
}

/** A problem in words that say what to do: the service's text, or the app's if there was no answer. */
export const notSentText = ({ words }: Pick<App, 'words'>, problem: ApiProblem): string =>
  problem.status === 0 ? words.peek().forms.offline : problem.message;

function faultsOf({ body }: ApiProblem): Fault[] {
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return (errors as Partial<Fault>[]).flatMap(({ pointer, detail }) =>
    typeof pointer === 'string' && typeof detail === 'string' ? [{ pointer, detail }] : [],
  );
}
