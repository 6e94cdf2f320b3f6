import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import type { Fault } from './draft-values.js';
import { type Choice, SelectInput } from './select-input.js';
import { TextInput } from './text-input.js';

const MAX_PAGES = 5;

/** Selects one of the workspace's polls by its question, or by its id if polls cannot be read. */
export function PollChoice({ value, fault, change }: { value: string; fault?: Fault; change: (id: string) => void }) {
  const { api, words, workspace } = useApp();
  const { editing } = words.value;
  const polls = useSignal<readonly Choice[] | 'loading' | 'failed'>('loading');
  useEffect(() => {
    const read = async (): Promise<readonly Choice[]> => {
      const found: Choice[] = [];
      let before: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const { data } = await api.GET('/groups/{groupID}/polls', { params: { path: { groupID: workspace.id }, query: { before } } });
        found.push(...data!.polls.map(({ id, question }) => ({ value: id, label: question })));
        if (data!.next === null) break;
        before = data!.next;
      }
      return found;
    };
    read().then(
      (found) => (polls.value = found),
      () => (polls.value = 'failed'),
    );
  }, [workspace.id]);
  if (polls.value === 'failed') return <TextInput label={editing.actions.pollId} value={value} fault={fault} change={change} />;
  const choices = polls.value === 'loading' ? [] : polls.value;
  return (
    <>
      <SelectInput
        label={editing.actions.poll}
        value={value}
        choices={choices}
        none={polls.value === 'loading' ? words.value.app.loading : editing.actions.choose}
        fault={fault}
        change={change}
      />
      {polls.value !== 'loading' && choices.length === 0 && <p class="hint-line">{editing.actions.noPolls}</p>}
    </>
  );
}
