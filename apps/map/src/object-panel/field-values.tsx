import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ExternalObject, Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';

type Field = Schemas['DefinedField'];

/** The values of an object's fields with labels, units and decimals from their definitions. */
export function FieldValues({ object }: { object: ExternalObject }) {
  const app = useApp();
  const { words, format, clock } = app;
  const definitions = useSignal<ReadonlyMap<string, Field>>(new Map());
  useEffect(() => {
    if (app.session.shared) return;
    app.api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: app.workspace.id } } })
      .then(({ data }) => void (definitions.value = new Map(data!.fields!.map((field) => [field.name!, field]))))
      .catch(() => undefined);
  }, []);
  const entries = Object.entries(object.fields);
  return (
    <section class="stack" aria-labelledby="fields-title">
      <h2 id="fields-title">{words.value.objects.fields}</h2>
      {entries.length === 0 && <p class="quiet-text">{words.value.objects.noFields}</p>}
      <dl class="facts">
        {entries.map(([name, { value, observedAt }]) => {
          const definition = definitions.value.get(name);
          return (
            <>
              <dt>{definition?.label || name}</dt>
              <dd title={observedAt === undefined ? '' : format.value.ago(Date.parse(observedAt), clock.now.value)}>
                {valueText(value, definition, format.value)}
              </dd>
            </>
          );
        })}
      </dl>
    </section>
  );
}

function valueText(
  value: unknown,
  definition: Field | undefined,
  format: { number: (value: number, decimals?: number) => string },
): string {
  if (typeof value === 'number')
    return `${format.number(value, definition?.decimals ?? 6)}${definition?.unit ? ` ${definition.unit}` : ''}`;
  if (typeof value === 'object' && value !== null) return (value as { categoryName: string }).categoryName;
  return String(value ?? '');
}
