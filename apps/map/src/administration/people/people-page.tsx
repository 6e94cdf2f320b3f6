import { useSignal } from '@preact/signals';
import { type Role, ROLES } from '#contracts/directory/roles.js';
import type { Schemas } from '../../api/api.js';
import { type App, useApp } from '../../app/app.js';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.js';
import { Modal } from '../../dialogs/modal.js';
import { ChoiceField, TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useSubmission } from '../../forms/submission.js';
import { textOf } from '../../forms/typed.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';

type Member = Schemas['Member'];
type Change = { is: 'role'; member: Member; role: Role } | { is: 'removal'; member: Member };
const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** The people of the workspace with their roles. Only operators and the people themselves can change passwords. */
export function PeoplePage() {
  const app = useApp();
  const { words, session } = app;
  const { people } = words.value.administration;
  const adding = useSignal(false);
  const change = useSignal<Change | undefined>(undefined);
  const reading = useReading(() => readPeople(app));
  const state = session.state.value;
  const me = state.is === 'signed-in' ? state.who.subject.replace(/^person:/, '') : '';
  return (
    <section class="card stack" aria-labelledby="people">
      <div class="spread">
        <h2 id="people">{people.title}</h2>
        <button class="primary" onClick={() => (adding.value = true)}>
          {people.add}
        </button>
      </div>
      <Loaded reading={reading}>
        {(members) => (
          <>
            <DataTable
              caption={people.title}
              captionHidden
              head={[people.name, people.email, people.role, words.value.administration.actions]}
              empty={people.none}
              rows={members.map((member) => ({
                key: member.id,
                cells: [
                  <>
                    {member.name} {member.id === me && <span class="badge">{people.you}</span>}
                  </>,
                  member.email,
                  <select
                    aria-label={people.roleOf(member.name)}
                    value={member.role}
                    onChange={({ currentTarget }) => (
                      (change.value = { is: 'role', member, role: currentTarget.value as Role }),
                      (currentTarget.value = member.role)
                    )}
                  >
                    {ROLE_NAMES.map((role) => (
                      <option key={role} value={role}>
                        {people.roles[role]}
                      </option>
                    ))}
                  </select>,
                  <button
                    class="danger"
                    aria-label={`${words.value.administration.remove}: ${member.name}`}
                    onClick={() => (change.value = { is: 'removal', member })}
                  >
                    {words.value.administration.remove}
                  </button>,
                ],
              }))}
            />
            {change.value !== undefined && (
              <ChangeDialog change={change.value} members={members} me={me} close={() => (change.value = undefined)} done={reading.again} />
            )}
          </>
        )}
      </Loaded>
      <p class="quiet-text">{people.roleHint}</p>
      {adding.value && <AddPerson close={() => (adding.value = false)} done={reading.again} />}
    </section>
  );
}

/** Asks first, because another role invalidates the person's tokens. The last admin cannot be changed, as in the API. */
function ChangeDialog({
  change,
  members,
  me,
  close,
  done,
}: {
  change: Change;
  members: readonly Member[];
  me: string;
  close: () => void;
  done: () => Promise<void>;
}) {
  const { words, api, workspace, notices } = useApp();
  const { people, remove } = words.value.administration;
  const { member } = change;
  const lastAdmin = member.role === 'admin' && members.filter(({ role }) => role === 'admin').length === 1;
  const path = { groupID: workspace.id, personId: member.id };
  if (lastAdmin)
    return (
      <Modal
        title={change.is === 'removal' ? people.removeOf(member.name) : people.changeOf(member.name, people.roles[change.role])}
        onClose={close}
      >
        <p>{people.lastAdmin(member.name)}</p>
      </Modal>
    );
  return (
    <ConfirmDialog
      title={change.is === 'removal' ? people.removeOf(member.name) : people.changeOf(member.name, people.roles[change.role])}
      text={[change.is === 'removal' ? people.removeText : people.changeText, ...(member.id === me ? [people.thatIsYou] : [])]}
      confirm={change.is === 'removal' ? remove : people.changeRole}
      close={close}
      act={async () => {
        if (change.is === 'removal') await api.DELETE('/groups/{groupID}/people/{personId}', { params: { path } });
        else await api.PUT('/groups/{groupID}/people/{personId}', { params: { path }, body: { role: change.role } });
        notices.info(change.is === 'removal' ? people.removed(member.name) : people.changed(member.name, people.roles[change.role]));
      }}
      done={done}
    />
  );
}

function AddPerson({ close, done }: { close: () => void; done: () => Promise<void> }) {
  const { words, api, workspace, notices } = useApp();
  const { people } = words.value.administration;
  const submission = useSubmission(['/email', '/name', '/role']);
  const [email, name] = [useSignal(''), useSignal('')];
  const role = useSignal<Role>('viewer');
  const send = async (): Promise<void> => {
    const address = email.peek().trim();
    const sent = await submission.send(async () => {
      await api.POST('/groups/{groupID}/people', {
        params: { path: { groupID: workspace.id } },
        body: { email: address, name: textOf(name.peek()), role: role.peek() },
      });
    });
    if (!sent) return;
    notices.info(people.added(address));
    close();
    await done();
  };
  return (
    <Modal title={people.add} onClose={close}>
      <Form submission={submission} submit={people.add} send={send} cancel={close}>
        <TextField
          label={people.email}
          hint={people.emailHint}
          pointer="/email"
          submission={submission}
          value={email}
          type="email"
          required
        />
        <TextField label={people.name} hint={people.nameHint} pointer="/name" submission={submission} value={name} />
        <ChoiceField
          label={people.role}
          hint={people.roleHint}
          pointer="/role"
          submission={submission}
          value={role}
          from={ROLE_NAMES}
          name={(each) => people.roles[each]}
        />
      </Form>
    </Modal>
  );
}

/** @throws ApiProblem */
async function readPeople({ api, workspace }: App): Promise<Member[]> {
  const all: Member[] = [];
  for (let after: string | undefined; ;) {
    const { data } = await api.GET('/groups/{groupID}/people', { params: { path: { groupID: workspace.id }, query: { after } } });
    all.push(...data!.people);
    if (data!.next === null) return all.sort((a, b) => a.name.localeCompare(b.name));
    after = data!.next;
  }
}
