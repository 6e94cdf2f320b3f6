import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { inputTextOf, instantOfInput } from '../time/zoned-time.js';
import { problemText } from '../words/problem-text.js';
import { AudienceChoice } from './audience-choice.js';
import { PollOptions } from './poll-options.js';
import { bodyOf, type DraftFault, draftOf, EMPTY_DRAFT, faultsOf, type Poll, type PollBody, type PollDraft, SHOWN } from './poll.js';

/** Creates a poll. */
export function NewPoll() {
  const { api, workspace, address, words } = useApp();
  const draft = useSignal<PollDraft>(EMPTY_DRAFT);
  const save = async (body: PollBody): Promise<void> => {
    const { data } = await api.POST('/groups/{groupID}/polls', { params: { path: { groupID: workspace.id } }, body });
    address.replace({ more: { poll: data!.id } });
  };
  return (
    <>
      <h1>{words.value.polls.make}</h1>
      <PollForm draft={draft} act={words.value.polls.publish} save={save} cancel={() => address.go({ more: {} })} />
    </>
  );
}

/**
 * Changes an open poll. If somebody else has changed it meanwhile, the person chooses a version, and no input is lost.
 * @param done called with the saved poll, or without if nothing was saved
 */
export function EditPoll({ poll, done }: { poll: Poll; done: (next?: Poll) => void }) {
  const { api, workspace, words, preferences } = useApp();
  const zone = preferences.timeZone.value;
  const shown = (of: Poll): PollDraft => draftOf(of, of.closesAt === null ? '' : inputTextOf(Date.parse(of.closesAt), zone));
  const draft = useSignal<PollDraft>(useMemo(() => shown(poll), []));
  const revision = useSignal(poll.revision);
  const theirs = useSignal<Poll | undefined>(undefined);
  const path = { groupID: workspace.id, pollId: poll.id };
  const save = async (body: PollBody): Promise<void> => {
    try {
      const { data } = await api.PUT('/groups/{groupID}/polls/{pollId}', {
        params: { path, header: { 'If-Match': `"${revision.peek()}"` } },
        body,
      });
      done(data!);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412) throw error;
      theirs.value = (await api.GET('/groups/{groupID}/polls/{pollId}', { params: { path } })).data;
    }
  };
  const { polls } = words.value;
  const other = theirs.value;
  return (
    <>
      <h1>{polls.edit}</h1>
      {other !== undefined && (
        <div class="warning-box stack" role="alert">
          <p>{polls.changedMeanwhile}</p>
          <p>
            <strong>{other.question}</strong> {other.options.map(({ text }) => text).join(' · ')}
          </p>
          <div class="row">
            <button
              onClick={() => {
                draft.value = shown(other);
                revision.value = other.revision;
                theirs.value = undefined;
              }}
            >
              {polls.takeTheirs}
            </button>
            <button
              onClick={() => {
                revision.value = other.revision;
                theirs.value = undefined;
              }}
            >
              {polls.keepMine}
            </button>
          </div>
        </div>
      )}
      <PollForm draft={draft} act={words.value.app.save} save={save} cancel={() => done()} />
    </>
  );
}

function PollForm({
  draft,
  act,
  save,
  cancel,
}: {
  draft: Signal<PollDraft>;
  act: string;
  save: (body: PollBody) => Promise<void>;
  cancel: () => void;
}) {
  const { words, preferences } = useApp();
  const faults = useSignal<readonly DraftFault[]>([]);
  const refusal = useSignal('');
  const sending = useSignal(false);
  const { polls } = words.value;
  const zone = preferences.timeZone.value;
  const now = draft.value;
  const set = (change: Partial<PollDraft>): void => void (draft.value = { ...draft.peek(), ...change });
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const closes = instantOfInput(now.closesAt, zone);
    refusal.value = '';
    faults.value = faultsOf(now, closes, Date.now());
    if (faults.value.length > 0) return;
    sending.value = true;
    try {
      await save(bodyOf(now, closes));
    } catch (error) {
      refusal.value = problemText(error, words.peek());
    } finally {
      sending.value = false;
    }
  };
  return (
    <form class="card stack" noValidate onSubmit={(event) => void send(event)}>
      <label class="field">
        {polls.question}
        <input
          maxLength={300}
          value={now.question}
          aria-invalid={faults.value.includes('needQuestion')}
          onInput={({ currentTarget }) => set({ question: currentTarget.value })}
        />
      </label>
      <label class="field">
        {polls.description}
        <textarea maxLength={2000} value={now.description} onInput={({ currentTarget }) => set({ description: currentTarget.value })} />
      </label>
      <PollOptions draft={now} set={set} />
      <label class="field">
        {polls.multiple}
        <select
          value={String(Math.min(now.multiple, now.options.length))}
          onChange={({ currentTarget }) => set({ multiple: Number(currentTarget.value) })}
        >
          {now.options.map((_, at) => (
            <option key={at} value={String(at + 1)}>
              {at + 1}
            </option>
          ))}
        </select>
      </label>
      <AudienceChoice draft={now} set={set} />
      <label class="field">
        {polls.closing}
        <input
          type="datetime-local"
          value={now.closesAt}
          aria-invalid={faults.value.includes('needFuture')}
          onInput={({ currentTarget }) => set({ closesAt: currentTarget.value })}
        />
        <span class="hint">{polls.closingIn((zone || Intl.DateTimeFormat().resolvedOptions().timeZone).replaceAll('_', ' '))}</span>
      </label>
      <label class="field">
        {polls.shown}
        <select value={now.results} onChange={({ currentTarget }) => set({ results: currentTarget.value as PollDraft['results'] })}>
          {SHOWN.map((when) => (
            <option key={when} value={when}>
              {polls.resultsShown[when]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={now.anonymous} onChange={({ currentTarget }) => set({ anonymous: currentTarget.checked })} />
        {polls.anonymous}
      </label>
      {now.anonymous && <p class="quiet-text">{polls.anonymousHint}</p>}
      {now.anonymous && now.results !== 'afterClose' && <p class="warning-box">{polls.alwaysAndAnonymous}</p>}
      {(faults.value.length > 0 || refusal.value !== '') && (
        <ul class="fault-box" role="alert">
          {faults.value.map((fault) => (
            <li key={fault}>{polls[fault]}</li>
          ))}
          {refusal.value !== '' && <li>{refusal.value}</li>}
        </ul>
      )}
      <div class="row end">
        <button type="button" onClick={cancel}>
          {words.value.app.cancel}
        </button>
        <button class="primary" disabled={sending.value}>
          {act}
        </button>
      </div>
    </form>
  );
}
