import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useSubmission } from '../../forms/submission.js';
import { numberOf } from '../../forms/typed.js';
import { DataTable } from '../../tables/data-table.js';

/** Checks whether the plan is sufficient for an expected fleet. */
export function FleetForm() {
  const { words, format, api, workspace } = useApp();
  const { usage } = words.value.administration;
  const submission = useSubmission(['/objects', '/updatesPerObjectPerHour', '/elementsPerCall', '/readsPerHour', '/tokens']);
  const typed = {
    objects: useSignal('100'),
    updatesPerObjectPerHour: useSignal('60'),
    elementsPerCall: useSignal('100'),
    readsPerHour: useSignal('0'),
    tokens: useSignal('1'),
  };
  const fit = useSignal<Schemas['FleetFit'] | undefined>(undefined);
  const send = (): Promise<boolean> =>
    submission.send(async () => {
      const body = Object.fromEntries(
        Object.entries(typed).map(([name, value]) => [name, numberOf(value.peek())]),
      ) as unknown as Schemas['Fleet'];
      fit.value = (await api.POST('/groups/{groupID}/usage/simulate', { params: { path: { groupID: workspace.id } }, body })).data;
    });
  const { number } = format.value;
  return (
    <section class="card stack" aria-labelledby="fleet">
      <h2 id="fleet">{usage.fleet}</h2>
      <Form submission={submission} submit={usage.wouldItFit} send={send}>
        <div class="pair">
          {(Object.keys(typed) as (keyof typeof typed)[]).map((name) => (
            <TextField
              key={name}
              label={usage.ofFleet[name]}
              pointer={`/${name}`}
              submission={submission}
              value={typed[name]}
              type="number"
              required
            />
          ))}
        </div>
      </Form>
      {fit.value !== undefined && (
        <div class="stack" role="status">
          <p class={fit.value.fits ? '' : 'warning-box'}>
            {fit.value.fits
              ? usage.fits(fit.value.plan)
              : fit.value.smallestPlan === null
                ? usage.fitsNone(fit.value.plan)
                : usage.fitsOther(fit.value.plan, fit.value.smallestPlan)}
          </p>
          <DataTable
            caption={usage.fleetLimits}
            head={[usage.limit, usage.needed, usage.allowed, usage.state]}
            empty={usage.nothing}
            rows={fit.value.limits.map(({ limit, needed, allowed, fits }) => ({
              key: limit,
              cells: [
                usage.limits[limit as keyof typeof usage.limits] ?? limit,
                number(needed, 2),
                allowed === null ? usage.unlimited : number(allowed),
                <span class={`badge ${fits ? 'good' : 'bad'}`}>{fits ? usage.enough : usage.tooLittle}</span>,
              ],
            }))}
          />
        </div>
      )}
    </section>
  );
}
