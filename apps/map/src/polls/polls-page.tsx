import './poll.css';
import { useApp } from '../app/app.js';
import { OnePoll } from './one-poll.js';
import { NewPoll } from './poll-form.js';
import { PollList } from './poll-list.js';

/** All polls, or the one in the address, which a printed code may open. */
export function PollsPage() {
  const { address, workspace } = useApp();
  const { poll, make } = address.now.value.more;
  return (
    <div class="page-body poll-page">
      {poll ? <OnePoll key={poll} id={poll} /> : make && workspace.may('boards:write') ? <NewPoll /> : <PollList />}
    </div>
  );
}
