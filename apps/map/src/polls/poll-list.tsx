import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { problemText } from '../api/problem-text.js';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import { useWhileVisible } from '../time/while-visible.js';
import type { Poll } from './poll.js';

const AGAIN_MS = 10_000;

/** Every poll: what is open first, as it waits for an answer. */
export function PollList() {
  const app = useApp();
  const { words, workspace, address } = app;
  const all = useSignal<readonly Poll[] | undefined>(undefined);
  const next = useSignal<string | null>(null);
  const fault = useSignal('');
  const read = async (before?: string): Promise<void> => {
    try {
      const { data } = await app.api.GET('/groups/{groupID}/polls', { params: { path: { groupID: workspace.id }, query: { before } } });
      all.value = before === undefined ? data!.polls : [...(all.peek() ?? []), ...data!.polls];
      next.value = data!.next;
      fault.value = '';
    } catch (error) {
      fault.value = problemText(error, words.peek());
    }
  };
  useEffect(() => void read(), []);
  // Older pages that somebody asked for stay as they are.
  useWhileVisible(AGAIN_MS, () => (all.peek()?.length ?? 0) <= 100 && void read());
  const { polls, pages, app: common } = words.value;
  const [open, closed] = (['open', 'closed'] as const).map((status) => all.value?.filter((poll) => poll.status === status) ?? []);
  return (
    <>
      <header class="spread">
        <h1>{pages.Polls}</h1>
        {workspace.may('boards:write') && (
          <button class="primary" onClick={() => address.go({ more: { make: '1' } })}>
            <Icon name="plus" />
            {polls.make}
          </button>
        )}
      </header>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      {all.value === undefined && fault.value === '' && <p class="quiet-text">{common.loading}</p>}
      {all.value?.length === 0 && (
        <div class="card stack">
          <p>{polls.none}</p>
          <p class="quiet-text">{polls.noneHint}</p>
        </div>
      )}
      {all.value !== undefined && all.value.length > 0 && (
        <>
          <Section title={polls.open} list={open!} empty={polls.noneOpen} />
          {closed!.length > 0 && <Section title={polls.closed} list={closed!} empty="" />}
        </>
      )}
      {next.value !== null && <button onClick={() => void read(next.value!)}>{polls.more}</button>}
    </>
  );
}

function Section({ title, list, empty }: { title: string; list: readonly Poll[]; empty: string }) {
  const { address } = useApp();
  return (
    <section class="stack" aria-label={title}>
      <h2>{title}</h2>
      {list.length === 0 && <p class="quiet-text">{empty}</p>}
      <ul class="poll-list">
        {list.map((poll) => (
          <li key={poll.id}>
            <a
              class="card poll-link"
              href={address.link({ page: 'Polls', id: undefined, more: { poll: poll.id } })}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                address.go({ more: { poll: poll.id } });
              }}
            >
              <strong>{poll.question}</strong>
              <Standing poll={poll} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a poll stands, in a line. */
export function Standing({ poll }: { poll: Poll }) {
  const { words, format } = useApp();
  const { polls } = words.value;
  const { status, closedAt, closesAt, mine, mayAnswer, anonymous } = poll;
  const time = (text: string): string => format.value.time(Date.parse(text));
  return (
    <span class="row">
      {status === 'open' && mine.length > 0 && <span class="badge">{polls.answered}</span>}
      {status === 'open' && mine.length === 0 && mayAnswer && <span class="badge waits">{polls.toAnswer}</span>}
      {anonymous && <span class="badge">{polls.anonymous}</span>}
      <span class="quiet-text">{status === 'closed' ? polls.closedAt(closedAt === null ? '' : time(closedAt)) : closesAt === null ? polls.openEnd : polls.closesAt(time(closesAt))}</span>
    </span>
  );
}
