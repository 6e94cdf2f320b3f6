import { useApp } from '../app/app.js';
import { BoardLink, BoardList } from '../boards/board-list.js';
import { Icon } from '../design/icon.js';
import { usePages } from '../loading/pages.js';
import { useWhileVisible } from '../time/while-visible.js';
import type { Poll } from './poll.js';

const AGAIN_MS = 10_000;

/** All polls, open ones first because they wait for answers. */
export function PollList() {
  const { api, words, workspace, address } = useApp();
  const all = usePages<Poll>(async (before) => {
    const { data } = await api.GET('/groups/{groupID}/polls', { params: { path: { groupID: workspace.id }, query: { before } } });
    return { entries: data!.polls, next: data!.next };
  });
  // Only while no older pages are loaded, which would otherwise disappear.
  useWhileVisible(AGAIN_MS, () => (all.all.peek()?.length ?? 0) <= 100 && void all.again());
  const { polls, pages } = words.value;
  return (
    <BoardList
      title={pages.Polls}
      pages={all}
      older={polls.more}
      make={
        workspace.may('boards:write') && (
          <button class="primary" onClick={() => address.go({ more: { make: '1' } })}>
            <Icon name="plus" />
            {polls.make}
          </button>
        )
      }
      none={
        <>
          <p>{polls.none}</p>
          <p class="quiet-text">{polls.noneHint}</p>
        </>
      }
    >
      {(list) => {
        const [open, closed] = (['open', 'closed'] as const).map((status) => list.filter((poll) => poll.status === status));
        return (
          <>
            <Section title={polls.open} list={open!} empty={polls.noneOpen} />
            {closed!.length > 0 && <Section title={polls.closed} list={closed!} empty="" />}
          </>
        );
      }}
    </BoardList>
  );
}

function Section({ title, list, empty }: { title: string; list: readonly Poll[]; empty: string }) {
  return (
    <section class="stack" aria-label={title}>
      <h2>{title}</h2>
      {list.length === 0 && <p class="quiet-text">{empty}</p>}
      <ul class="poll-list">
        {list.map((poll) => (
          <li key={poll.id}>
            <BoardLink page="Polls" opens={{ poll: poll.id }}>
              <strong>{poll.question}</strong>
              <PollState poll={poll} />
            </BoardLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The state of a poll in one line. */
export function PollState({ poll }: { poll: Poll }) {
  const { words, format } = useApp();
  const { polls } = words.value;
  const { status, closedAt, closesAt, mine, mayAnswer, anonymous } = poll;
  const time = (text: string): string => format.value.time(Date.parse(text));
  return (
    <span class="row">
      {status === 'open' && mine.length > 0 && <span class="badge">{polls.answered}</span>}
      {status === 'open' && mine.length === 0 && mayAnswer && <span class="badge poll-waits">{polls.toAnswer}</span>}
      {anonymous && <span class="badge">{polls.anonymous}</span>}
      <span class="quiet-text">
        {status === 'closed'
          ? polls.closedAt(closedAt === null ? '' : time(closedAt))
          : closesAt === null
            ? polls.openEnd
            : polls.closesAt(time(closesAt))}
      </span>
    </span>
  );
}
