import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { Confirm, Modal } from '../dialogs/modal.js';
import { LinkCode } from '../qr-codes/link-code.js';
import { useWhileVisible } from '../time/while-visible.js';
import { problemText } from '../words/problem-text.js';
import { EditPoll } from './poll-form.js';
import { PollState } from './poll-list.js';
import { PollResults } from './poll-results.js';
import { chosenWith, type Poll, type Results, resultsShown } from './poll.js';

const AGAIN_MS = 3000;

/** One poll: the question, the person's answer, and the results once they may be seen. Kept up to date while the poll is open. */
export function OnePoll({ id }: { id: string }) {
  const app = useApp();
  const { words, workspace, address, api } = app;
  const poll = useSignal<Poll | 'gone' | undefined>(undefined);
  const results = useSignal<Results | undefined>(undefined);
  const fault = useSignal('');
  const editing = useSignal(false);
  const path = { groupID: workspace.id, pollId: id };
  const read = async (): Promise<void> => {
    try {
      const { data } = await api.GET('/groups/{groupID}/polls/{pollId}', { params: { path } });
      const now = data!;
      poll.value = now;
      results.value = resultsShown(now)
        ? (await api.GET('/groups/{groupID}/polls/{pollId}/results', { params: { path } })).data
        : undefined;
      fault.value = '';
    } catch (error) {
      if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) poll.value = 'gone';
      else if (!(error instanceof ApiProblem && error.status === 403)) fault.value = problemText(error, words.peek());
    }
  };
  useEffect(() => void read(), []);
  useWhileVisible(AGAIN_MS, () => {
    const now = poll.peek();
    if (now === 'gone' || editing.peek() || (now?.status === 'closed' && results.peek() !== undefined)) return;
    void read();
  });
  const { polls, app: common } = words.value;
  const now = poll.value;
  return (
    <>
      <div>
        <button class="quiet" onClick={() => address.go({ more: {} })}>
          <Icon name="back" />
          {polls.all}
        </button>
      </div>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      {now === undefined && fault.value === '' && <p class="quiet-text">{common.loading}</p>}
      {now === 'gone' && <p class="warning-box">{polls.gone}</p>}
      {now !== undefined && now !== 'gone' && editing.value && (
        <EditPoll
          poll={now}
          done={(next) => {
            if (next !== undefined) poll.value = next;
            editing.value = false;
            void read();
          }}
        />
      )}
      {now !== undefined && now !== 'gone' && !editing.value && (
        <>
          <header class="stack">
            <h1>{now.question}</h1>
            <PollState poll={now} />
            {now.description && <p class="poll-text">{now.description}</p>}
          </header>
          <Answering poll={now} answered={() => void read()} />
          <section class="card stack" aria-label={polls.results}>
            <h2>{polls.results}</h2>
            {results.value !== undefined ? (
              <PollResults poll={now} results={results.value} />
            ) : (
              <p class="quiet-text">
                {now.results === 'afterClose' ? polls.resultsAfterClose : resultsShown(now) ? common.loading : polls.resultsAfterAnswer}
              </p>
            )}
          </section>
          {now.anonymous && (
            <details class="quiet-text">
              <summary>{polls.anonymous}</summary>
              <p>{polls.anonymousHint}</p>
            </details>
          )}
          <Managing poll={now} edit={() => (editing.value = true)} changed={() => void read()} />
        </>
      )}
    </>
  );
}

function Answering({ poll, answered }: { poll: Poll; answered: () => void }) {
  const app = useApp();
  const { words, format, session, notices } = app;
  /** Undefined if nothing was chosen since the last answer. */
  const draft = useSignal<readonly string[] | undefined>(undefined);
  const fault = useSignal('');
  const sending = useSignal(false);
  const { polls } = words.value;
  const state = session.state.value;
  if (poll.status === 'closed') return <p class="card">{polls.isClosed}</p>;
  if (state.is === 'signed-in' && state.who.kind !== 'person') return <p class="card">{polls.peopleOnly}</p>;
  if (!poll.mayAnswer) return <p class="card">{polls.notInAudience}</p>;
  const chosen = draft.value ?? poll.mine;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    sending.value = true;
    fault.value = '';
    try {
      await app.api.PUT('/groups/{groupID}/polls/{pollId}/answer', {
        params: { path: { groupID: app.workspace.id, pollId: poll.id } },
        body: { options: [...chosen] },
      });
      draft.value = undefined;
      notices.info(polls.saved);
    } catch (error) {
      fault.value = problemText(error, words.peek());
    } finally {
      sending.value = false;
      answered();
    }
  };
  const same = chosen.length === poll.mine.length && chosen.every((id) => poll.mine.includes(id));
  return (
    <form class="card stack" onSubmit={(event) => void send(event)}>
      <fieldset class="plain stack">
        <legend>{poll.multiple === 1 ? polls.chooseOne : polls.chooseUpTo(format.value.number(poll.multiple))}</legend>
        {poll.options.map(({ id, text }) => (
          <label key={id} class="check poll-choice">
            <input
              type={poll.multiple === 1 ? 'radio' : 'checkbox'}
              name="option"
              checked={chosen.includes(id)}
              disabled={poll.multiple > 1 && !chosen.includes(id) && chosen.length >= poll.multiple}
              onChange={() => (draft.value = chosenWith(chosen, id, poll.multiple))}
            />
            {text}
          </label>
        ))}
      </fieldset>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      <div class="row">
        <button class="primary" disabled={sending.value || chosen.length === 0 || same}>
          {poll.mine.length > 0 ? polls.change : polls.answer}
        </button>
        {poll.mine.length > 0 && same && <span class="quiet-text">{polls.answered}</span>}
      </div>
    </form>
  );
}

function Managing({ poll, edit, changed }: { poll: Poll; edit: () => void; changed: () => void }) {
  const app = useApp();
  const { words, workspace, address, notices, api } = app;
  const dialog = useSignal<'code' | 'close' | 'delete' | undefined>(undefined);
  const { polls } = words.value;
  const open = workspace.state.value;
  const path = { groupID: workspace.id, pollId: poll.id };
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      notices.warn(problemText(error, words.peek()));
      changed();
    }
  };
  const link = address.link({ ws: open.is === 'open' ? open.name : undefined, page: 'Polls', id: undefined, more: { poll: poll.id } });
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link);
    notices.info(words.peek().objects.copied);
  };
  const close = (): Promise<void> =>
    attempt(async () => {
      await api.POST('/groups/{groupID}/polls/{pollId}/close', { params: { path } });
      changed();
    });
  const remove = (): Promise<void> =>
    attempt(async () => {
      await api.DELETE('/groups/{groupID}/polls/{pollId}', { params: { path } });
      notices.info(polls.deleted);
      address.go({ more: {} });
    });
  return (
    <div class="row">
      <button onClick={() => void copy()}>
        <Icon name="link" />
        {polls.copyLink}
      </button>
      <button onClick={() => (dialog.value = 'code')}>
        <Icon name="scan" />
        {words.value.codes.code}
      </button>
      {dialog.value === 'code' && (
        <Modal title={poll.question} onClose={() => (dialog.value = undefined)}>
          <LinkCode text={link} label={polls.codeOf(poll.question)} />
          <p class="hint">{polls.codeHint}</p>
        </Modal>
      )}
      {workspace.may('boards:write') && (
        <>
          {poll.status === 'open' && (
            <>
              <button onClick={edit}>
                <Icon name="edit" />
                {polls.edit}
              </button>
              <button onClick={() => (dialog.value = 'close')}>{polls.close}</button>
            </>
          )}
          <button class="danger" onClick={() => (dialog.value = 'delete')}>
            {polls.delete}
          </button>
        </>
      )}
      {dialog.value === 'close' && (
        <Confirm
          title={polls.close}
          text={polls.closeSure}
          act={polls.close}
          onAct={() => void close()}
          onClose={() => (dialog.value = undefined)}
        />
      )}
      {dialog.value === 'delete' && (
        <Confirm
          title={polls.deleteTitle}
          text={polls.deleteSure}
          act={polls.delete}
          onAct={() => void remove()}
          onClose={() => (dialog.value = undefined)}
        />
      )}
    </div>
  );
}
