import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import type { Submission } from './submission.js';

/** A form that can be sent once at a time. After a fault, the first faulty field gets the focus. */
export function Form({
  submission,
  submit,
  send,
  cancel,
  danger = false,
  children,
}: {
  submission: Submission;
  submit: string;
  send: () => Promise<unknown>;
  cancel?: () => void;
  danger?: boolean;
  children?: ComponentChildren;
}) {
  const { words } = useApp();
  const form = useRef<HTMLFormElement>(null);
  const submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    await send();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={form} class="stack" noValidate onSubmit={submitted}>
      <fieldset class="sent-together stack" disabled={submission.busy.value}>
        {children}
        {submission.fault.value !== '' && (
          <p class="fault-box" role="alert">
            {submission.fault.value}
          </p>
        )}
        <div class="row end">
          {cancel !== undefined && (
            <button type="button" onClick={cancel}>
              {words.value.app.cancel}
            </button>
          )}
          <button type="submit" class={danger ? 'danger' : 'primary'}>
            {submission.busy.value ? words.value.forms.sending : submit}
          </button>
        </div>
      </fieldset>
    </form>
  );
}
