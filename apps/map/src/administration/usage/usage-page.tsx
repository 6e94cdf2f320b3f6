import './usage.css';
import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { type App, useApp } from '../../app/app.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';
import { FleetForm } from './fleet-form.js';
import { MonthPicture } from './month-picture.js';
import { daysOf, type DaySum, monthsUntil, shareOf } from './sums.js';

type Usage = Schemas['UsageAndLimits'];
const MONTHS = 6;

/** Usage of the plan: this month, earlier months, by token and by day. */
export function UsagePage() {
  const app = useApp();
  const { words } = app;
  const { usage } = words.value.administration;
  const present = new Date().toISOString().slice(0, 7);
  const month = useSignal(present);
  const reading = useReading(() => readMonth(app, month.value), [month.value]);
  const months = useReading(() => Promise.all(monthsUntil(present, MONTHS).map((each) => readUsage(app, each))));
  return (
    <>
      <section class="card stack" aria-labelledby="usage">
        <div class="spread">
          <h2 id="usage">{usage.title}</h2>
          <select
            class="narrow"
            aria-label={usage.month}
            value={month.value}
            onChange={({ currentTarget }) => (month.value = currentTarget.value)}
          >
            {monthsUntil(present, MONTHS).map((each) => (
              <option key={each} value={each}>
                {nameOf(each, app)}
              </option>
            ))}
          </select>
        </div>
        <Loaded reading={reading}>{({ used, days }) => <Month used={used} days={days} />}</Loaded>
      </section>
      <section class="card stack" aria-labelledby="usage-months">
        <h2 id="usage-months">{usage.history}</h2>
        <Loaded reading={months}>
          {(all) => (
            <DataTable
              caption={usage.history}
              captionHidden
              head={[usage.month, usage.plan, usage.calls, usage.limit, usage.elements]}
              empty={usage.nothing}
              rows={all.map(({ month: of, plan, calls, elements }) => ({
                key: of,
                cells: [
                  nameOf(of, app),
                  plan,
                  app.format.value.number(calls.used),
                  calls.limit === null ? usage.unlimited : app.format.value.number(calls.limit),
                  app.format.value.number(elements),
                ],
              }))}
            />
          )}
        </Loaded>
      </section>
      <FleetForm />
    </>
  );
}

function Month({ used, days }: { used: Usage; days: readonly DaySum[] }) {
  const app = useApp();
  const { words, format } = app;
  const { usage } = words.value.administration;
  const { number, time } = format.value;
  const { calls, tokens, standing, limits, plan, objects } = used;
  return (
    <>
      <p>{usage.onPlan(plan, time(Date.parse(used.resetsAt)))}</p>
      <Bar label={usage.calls} used={calls.used} limit={calls.limit} />
      {objects && <Bar label={usage.limits.objects} used={objects.used} limit={objects.limit} />}
      {objects && <Bar label={usage.newToday} used={objects.createdToday} limit={objects.limitPerDay} />}
      {standing
        .filter(({ limit }) => limit !== 'calls-per-month')
        .map(({ limit, used: now, quota }) => (
          <Bar key={limit} label={usage.standing[limit as keyof typeof usage.standing] ?? limit} used={now} limit={quota} />
        ))}
      <MonthPicture days={days} label={nameOf(used.month, app)} />
      <DataTable
        caption={usage.byToken}
        head={[usage.token, usage.kind, usage.calls, usage.elements, usage.refused]}
        empty={usage.nothing}
        rows={tokens.map(({ id, kind, name, calls: made, elements, refused }) => ({
          key: `${kind} ${id}`,
          cells: [name ?? id, usage.kinds[kind as keyof typeof usage.kinds] ?? kind, number(made), number(elements), number(refused)],
        }))}
      />
      <details>
        <summary>{usage.planLimits}</summary>
        <dl class="facts">
          {Object.entries(limits).map(([name, value]) => (
            <div key={name} class="fact">
              <dt>{usage.limits[name as keyof typeof usage.limits] ?? name}</dt>
              <dd>{value === null ? usage.unlimited : typeof value === 'number' ? number(value) : value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Bar({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const { words, format } = useApp();
  const { usage } = words.value.administration;
  const { number } = format.value;
  const text =
    limit === null ? usage.ofUnlimited(number(used)) : usage.ofLimit(number(used), number(limit), number(100 * shareOf(used, limit)));
  return (
    <div>
      <div class="spread">
        <span>{label}</span>
        <span class="quiet-text">{text}</span>
      </div>
      {limit !== null && (
        <meter aria-label={label} aria-valuetext={text} min={0} max={1} low={0.75} high={0.9} optimum={0} value={shareOf(used, limit)} />
      )}
    </div>
  );
}

/** @throws ApiProblem */
const readUsage = async ({ api, workspace }: App, month: string): Promise<Usage> =>
  (await api.GET('/groups/{groupID}/usage', { params: { path: { groupID: workspace.id }, query: { month } } })).data!;

/** Days before the report's oldest sums are empty. @throws ApiProblem */
async function readMonth(app: App, month: string): Promise<{ used: Usage; days: DaySum[] }> {
  const { api, workspace } = app;
  const days = daysOf(month, []);
  const next = new Date(Date.parse(`${days.at(-1)!.day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const [used, { data }] = await Promise.all([
    readUsage(app, month),
    api.GET('/groups/{groupID}/reports/usage', {
      params: { path: { groupID: workspace.id }, query: { from: `${month}-01`, to: next, interval: 'day', timeZone: 'UTC' } },
    }),
  ]);
  return { used, days: daysOf(month, (data as unknown as Schemas['UsageReport']).rows) };
}

const nameOf = (month: string, { format }: Pick<App, 'format'>): string =>
  new Intl.DateTimeFormat(format.value.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
