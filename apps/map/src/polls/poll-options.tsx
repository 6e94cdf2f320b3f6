import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { MAX_OPTIONS, type PollDraft } from './poll.js';

/** The options in their order. An option keeps its id, and so its answers, when it is renamed or moved. */
export function PollOptions({ draft, set }: { draft: PollDraft; set: (change: Partial<PollDraft>) => void }) {
  const { words } = useApp();
  const { polls } = words.value;
  const { options } = draft;
  const swapped = (at: number, by: number): PollDraft['options'] => {
    const next = [...options];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    return next;
  };
  return (
    <fieldset class="plain stack">
      <legend>{polls.options}</legend>
      <ol class="poll-options">
        {options.map(({ key, text }, at) => (
          <li key={key}>
            <input
              maxLength={120}
              aria-label={polls.optionNumber(at + 1)}
              value={text}
              onInput={({ currentTarget }) =>
                set({ options: options.map((option) => (option.key === key ? { ...option, text: currentTarget.value } : option)) })
              }
            />
            <button
              type="button"
              class="icon-button"
              aria-label={polls.optionUp(at + 1)}
              disabled={at === 0}
              onClick={() => set({ options: swapped(at, -1) })}
            >
              <span class="poll-up">
                <Icon name="chevron" />
              </span>
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={polls.optionDown(at + 1)}
              disabled={at === options.length - 1}
              onClick={() => set({ options: swapped(at, 1) })}
            >
              <Icon name="chevron" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={polls.removeOption(at + 1)}
              disabled={options.length <= 2}
              onClick={() => set({ options: options.filter((option) => option.key !== key) })}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {options.length < MAX_OPTIONS && (
        <div>
          <button
            type="button"
            onClick={() => set({ options: [...options, { key: 1 + Math.max(...options.map(({ key }) => key)), text: '' }] })}
          >
            <Icon name="plus" />
            {polls.addOption}
          </button>
        </div>
      )}
    </fieldset>
  );
}
