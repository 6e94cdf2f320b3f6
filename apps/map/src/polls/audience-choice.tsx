import { type Role, ROLES } from '#contracts/directory/roles.js';
import { type App, useApp } from '../app/app.js';
import { Loaded, useReading } from '../loading/loaded.js';
import { AUDIENCES, type PollDraft } from './poll.js';

const ROLE_NAMES = Object.keys(ROLES) as Role[];
const MAX_PEOPLE = 200;

/** The audience: everybody, people with certain roles, or selected people. */
export function AudienceChoice({ draft, set }: { draft: PollDraft; set: (change: Partial<PollDraft>) => void }) {
  const { words } = useApp();
  const { polls } = words.value;
  const { audience } = draft;
  return (
    <fieldset class="plain stack">
      <legend>{polls.audience}</legend>
      <div class="row">
        {AUDIENCES.map((kind) => (
          <label key={kind} class="check">
            <input
              type="radio"
              name="audience"
              checked={audience.kind === kind}
              onChange={() => set({ audience: { ...audience, kind } })}
            />
            {polls.audiences[kind]}
          </label>
        ))}
      </div>
      {audience.kind === 'roles' && (
        <div class="row">
          {ROLE_NAMES.map((role) => (
            <label key={role} class="check">
              <input
                type="checkbox"
                checked={audience.roles.includes(role)}
                onChange={() => set({ audience: { ...audience, roles: toggled(audience.roles, role) } })}
              />
              {polls.roles[role]}
            </label>
          ))}
        </div>
      )}
      {audience.kind === 'people' && <People chosen={audience.people} choose={(people) => set({ audience: { ...audience, people } })} />}
    </fieldset>
  );
}

function People({ chosen, choose }: { chosen: readonly string[]; choose: (people: string[]) => void }) {
  const app = useApp();
  const { polls } = app.words.value;
  const reading = useReading(() => readNames(app));
  return (
    <Loaded reading={reading}>
      {(people) => (
        <>
          <div class="poll-people" role="group" aria-label={polls.audiences.people}>
            {[...people, ...goneOf(chosen, people).map((id) => ({ id, name: polls.left }))].map(({ id, name }) => (
              <label key={id} class="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  disabled={!chosen.includes(id) && chosen.length >= MAX_PEOPLE}
                  onChange={() => choose(toggled(chosen, id))}
                />
                {name}
              </label>
            ))}
          </div>
          <p class="quiet-text" role="status">
            {polls.chosenPeople(app.format.value.number(chosen.length))}
          </p>
        </>
      )}
    </Loaded>
  );
}

/** Selected people who no longer belong to the workspace and have to be removed. */
const goneOf = (chosen: readonly string[], people: readonly { id: string }[]): string[] =>
  chosen.filter((id) => !people.some((person) => person.id === id));

/** The people of the workspace, by name. @throws ApiProblem */
async function readNames({ api, workspace, format }: App): Promise<{ id: string; name: string }[]> {
  const all: { id: string; name: string }[] = [];
  for (let after: string | undefined; ;) {
    const { data } = await api.GET('/groups/{groupID}/people/names', { params: { path: { groupID: workspace.id }, query: { after } } });
    all.push(...data!.people);
    if (data!.next === null) return all.sort((a, b) => a.name.localeCompare(b.name, format.peek().locale));
    after = data!.next;
  }
}

const toggled = <T,>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value];
