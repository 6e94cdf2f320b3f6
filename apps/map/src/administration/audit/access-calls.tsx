import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { type App, useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { saveFile } from '../../files/save-file.js';
import { notSentText } from '../../forms/submission.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';

const KINDS = ['looked', 'scanned', 'changed', 'administered'] as const;
const INTERVALS = ['quarter-hour', 'hour', 'day', 'all'] as const;
const PAGE = 50;
const DAYS = 7;

interface Filter {
  /** First day. */
  from: string;
  /** Last day, inclusive. */
  to: string;
  interval: (typeof INTERVALS)[number];
  kind: (typeof KINDS)[number] | '';
  externalId: string;
}

const zoneOf = ({ preferences }: App): string => preferences.timeZone.peek() || Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A day in the format of the report, in the report's time zone. */
const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
const nextDay = (day: string): string => dayOf(Date.parse(`${day}T00:00:00Z`) + 86_400_000, 'UTC');

/** Numbers of calls from the access log, by caller and operation. @param names of people and tokens by subject, once they are known */
export function AccessCalls({ names }: { names: ReadonlyMap<string, string> | undefined }) {
  const app = useApp();
  const { words, format, notices, fetch, workspace } = app;
  const { audit } = words.value.administration;
  const filter = useSignal<Filter>({
    from: dayOf(Date.now() - (DAYS - 1) * 86_400_000, zoneOf(app)),
    to: dayOf(Date.now(), zoneOf(app)),
    interval: 'hour',
    kind: '',
    externalId: '',
  });
  const text = useSignal('');
  const page = useSignal(0);
  const set = (change: Partial<Filter>): void => {
    filter.value = { ...filter.peek(), ...change };
    page.value = 0;
  };
  const query = queryOf(filter.value, app);
  const reading = useReading(
    async () =>
      (
        (await app.api.GET('/groups/{groupID}/reports/access', { params: { path: { groupID: workspace.id }, query } }))
          .data as unknown as Schemas['AccessReport']
      ).rows.reverse(),
    [JSON.stringify(query)],
  );
  const save = async (): Promise<void> => {
    try {
      const parameters = new URLSearchParams(
        Object.entries({ ...query, format: 'csv' }).flatMap(([name, value]) =>
          value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
        ),
      );
      const answer = await fetch(
        new Request(`${location.origin}/groups/${encodeURIComponent(workspace.id)}/reports/access?${parameters.toString()}`),
      );
      saveFile(`access-${filter.peek().from}.csv`, await answer.blob());
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notices.warn(notSentText(app, error));
    }
  };
  const nameOf = (caller: string): string => names?.get(caller) ?? caller;
  return (
    <section class="card stack" aria-labelledby="audit">
      <div class="spread">
        <h2 id="audit">{audit.title}</h2>
        <button onClick={() => void save()}>
          <Icon name="download" />
          {audit.csv}
        </button>
      </div>
      <p class="quiet-text">{audit.text}</p>
      <Filters filter={filter.value} set={set} text={text.value} setText={(typed) => ((text.value = typed), (page.value = 0))} />
      <Loaded reading={reading}>
        {(rows) => {
          const wanted = text.value.trim().toLowerCase();
          const found =
            wanted === ''
              ? rows
              : rows.filter(({ caller = '', operation = '' }) => `${caller} ${nameOf(caller)} ${operation}`.toLowerCase().includes(wanted));
          const pages = Math.max(1, Math.ceil(found.length / PAGE));
          const at = Math.min(page.value, pages - 1);
          return (
            <>
              <DataTable
                caption={audit.title}
                captionHidden
                head={[audit.when, audit.caller, audit.kind, audit.operation, audit.calls]}
                empty={audit.none}
                rows={found.slice(at * PAGE, (at + 1) * PAGE).map(({ from, caller = '', kind = '', operation = '', calls }) => ({
                  key: `${from} ${caller} ${kind} ${operation}`,
                  cells: [
                    format.value.time(Date.parse(from)),
                    nameOf(caller),
                    audit.kinds[kind as keyof typeof audit.kinds] ?? kind,
                    <code>{operation}</code>,
                    format.value.number(calls),
                  ],
                }))}
              />
              <div class="row">
                <button disabled={at === 0} onClick={() => (page.value = at - 1)}>
                  {audit.newer}
                </button>
                <span role="status">
                  {audit.page(format.value.number(at + 1), format.value.number(pages), format.value.number(found.length))}
                </span>
                <button disabled={at >= pages - 1} onClick={() => (page.value = at + 1)}>
                  {audit.older}
                </button>
              </div>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Filters({
  filter,
  set,
  text,
  setText,
}: {
  filter: Filter;
  set: (change: Partial<Filter>) => void;
  text: string;
  setText: (typed: string) => void;
}) {
  const { words } = useApp();
  const { audit } = words.value.administration;
  return (
    <div class="pair" role="search" aria-label={audit.filters}>
      <label class="field">
        {audit.from}
        <input
          type="date"
          value={filter.from}
          onChange={({ currentTarget }) => currentTarget.value && set({ from: currentTarget.value })}
        />
      </label>
      <label class="field">
        {audit.to}
        <input type="date" value={filter.to} onChange={({ currentTarget }) => currentTarget.value && set({ to: currentTarget.value })} />
      </label>
      <label class="field">
        {audit.interval}
        <select value={filter.interval} onChange={({ currentTarget }) => set({ interval: currentTarget.value as Filter['interval'] })}>
          {INTERVALS.map((each) => (
            <option key={each} value={each}>
              {audit.intervals[each]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {audit.kind}
        <select value={filter.kind} onChange={({ currentTarget }) => set({ kind: currentTarget.value as Filter['kind'] })}>
          <option value="">{audit.anyKind}</option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {audit.kinds[each]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {audit.object}
        <input type="search" value={filter.externalId} onChange={({ currentTarget }) => set({ externalId: currentTarget.value.trim() })} />
      </label>
      <label class="field">
        {audit.callerOrOperation}
        <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
    </div>
  );
}

function queryOf({ from, to, interval, kind, externalId }: Filter, app: App) {
  return {
    from,
    to: nextDay(to),
    interval,
    by: ['caller' as const, 'kind' as const, 'operation' as const],
    kind: kind === '' ? undefined : [kind],
    externalId: externalId || undefined,
    timeZone: zoneOf(app),
  };
}
