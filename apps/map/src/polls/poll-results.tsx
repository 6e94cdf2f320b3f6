import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { problemText } from '../words/problem-text.js';
import { type Poll, type Results, shareOf } from './poll.js';

type Answer = NonNullable<Results['answers']>[number];

/** Counts as bars and as a table, with the names for each option for people who may see them. */
export function PollResults({ poll, results }: { poll: Poll; results: Results }) {
  const { words, format } = useApp();
  const { polls } = words.value;
  const percent = (count: number): string =>
    new Intl.NumberFormat(format.value.locale, { style: 'percent', maximumFractionDigits: 0 }).format(shareOf(count, results.total));
  return (
    <>
      <p role="status">{polls.total(format.value.number(results.total))}</p>
      <div class="poll-bars" aria-hidden="true">
        {results.options.map(({ id, text, count }) => (
          <div key={id} class="poll-bar">
            <span>
              {text}
              {results.mine.includes(id) && <span class="badge">{polls.yours}</span>}
            </span>
            <span>
              {format.value.number(count)} · {percent(count)}
            </span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none">
              <rect class="poll-trough" x="0" y="0" width="100" height="6" />
              <rect
                class={results.mine.includes(id) ? 'poll-fill poll-mine' : 'poll-fill'}
                x="0"
                y="0"
                width={100 * shareOf(count, results.total)}
                height="6"
              />
            </svg>
          </div>
        ))}
      </div>
      <details>
        <summary>{polls.asTable}</summary>
        <div class="table-scroll" tabIndex={0} role="region" aria-label={polls.results}>
          <table>
            <thead>
              <tr>
                <th scope="col">{polls.option}</th>
                <th scope="col">{polls.votes}</th>
                <th scope="col">{polls.share}</th>
              </tr>
            </thead>
            <tbody>
              {results.options.map(({ id, text, count }) => (
                <tr key={id}>
                  <td>{text}</td>
                  <td>{format.value.number(count)}</td>
                  <td>{percent(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      {results.answers !== undefined && results.answers.length > 0 && (
        <WhoChose poll={poll} first={results.answers} next={results.next ?? null} />
      )}
    </>
  );
}

function WhoChose({ poll, first, next }: { poll: Poll; first: readonly Answer[]; next: string | null }) {
  const app = useApp();
  const { words, notices } = app;
  const further = useSignal<readonly Answer[]>([]);
  const after = useSignal<string | null | undefined>(undefined);
  const { polls } = words.value;
  const names = new Map(poll.options.map(({ id, text }) => [id, text]));
  const from = after.value === undefined ? next : after.value;
  const more = async (): Promise<void> => {
    try {
      const { data } = await app.api.GET('/groups/{groupID}/polls/{pollId}/results', {
        params: { path: { groupID: app.workspace.id, pollId: poll.id }, query: { after: from! } },
      });
      const page = data!;
      further.value = [...further.peek(), ...(page.answers ?? [])];
      after.value = page.next ?? null;
    } catch (error) {
      notices.warn(problemText(error, words.peek()));
    }
  };
  return (
    <details>
      <summary>{polls.whoChose}</summary>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={polls.whoChose}>
        <table>
          <thead>
            <tr>
              <th scope="col">{polls.person}</th>
              <th scope="col">{polls.chose}</th>
            </tr>
          </thead>
          <tbody>
            {[...first, ...further.value].map(({ person, options }, at) => (
              <tr key={person?.id ?? at}>
                <td>{person?.name ?? polls.left}</td>
                <td>{options.map((id) => names.get(id) ?? id).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {from !== null && <button onClick={() => void more()}>{polls.moreAnswers}</button>}
    </details>
  );
}
