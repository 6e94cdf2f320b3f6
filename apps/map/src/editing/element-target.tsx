import { useId } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { decimalSignOf } from '../forms/number-text.js';
import type { MapState } from '../map/map-state.js';
import { CategoryInput } from './category-input.js';
import type { Fault } from './draft-values.js';
import type { Draft } from './draft.js';
import { PollChoice } from './poll-choice.js';
import { SelectInput } from './select-input.js';
import { TextInput } from './text-input.js';

interface TargetProps {
  target: string;
  fault?: Fault;
  change: (target: string) => void;
}

/** The target of an action, by its kind, in the text format of the API (docs/codes.md). */
export function ElementTarget({ kind, draft, state, ...props }: TargetProps & { kind: string; draft: Draft; state: MapState }) {
  const { words } = useApp();
  const { actions } = words.value.editing;
  const { target, fault, change } = props;
  if (kind === 'link') return <TextInput label={actions.address} hint={actions.addressHint} value={target} fault={fault} change={change} />;
  if (kind === 'poll') return <PollChoice value={target} fault={fault} change={change} />;
  if (kind === 'checklist')
    return (
      <TextInput
        label={actions.items}
        lines="kept"
        hint={actions.itemsHint}
        value={target.replaceAll(/; ?/g, '\n')}
        fault={fault}
        change={(text) => change(text.replaceAll('\n', '; '))}
      />
    );
  if (kind === 'field') return <FieldTarget draft={draft} {...props} />;
  if (kind === 'map') return <MapTarget state={state} {...props} />;
  return (
    <>
      <p class="warning-box">{words.value.scanning.actions.faults['unknown-kind']}</p>
      <TextInput label={actions.target} hint={kind} value={target} fault={fault} change={change} />
    </>
  );
}

/** A field and its new value, as `name=value`. */
function FieldTarget({ draft, target, fault, change }: TargetProps & { draft: Draft }) {
  const { words, format } = useApp();
  const { actions } = words.value.editing;
  const at = target.indexOf('=');
  const [name, value] = at < 0 ? [target, ''] : [target.slice(0, at).trim(), target.slice(at + 1)];
  const definitions = draft.definitions.value;
  const names = [...new Set([...definitions.keys(), ...draft.values.value.fields.map((field) => field.name)])].filter(
    (each) => each.trim() !== '' && !each.includes('='),
  );
  const kind = draft.kindOfField(name);
  const set = (text: string): void => change(`${name}=${text}`);
  const valueFault = fault?.is === 'no-number' ? fault : undefined;
  const sign = decimalSignOf(format.value.locale);
  return (
    <>
      <SelectInput
        label={actions.field}
        value={name}
        choices={names
          .map((each) => ({ value: each, label: definitions.get(each)?.label || each }))
          .sort((a, b) => a.label.localeCompare(b.label, format.value.locale))}
        none={actions.choose}
        fault={valueFault === undefined ? fault : undefined}
        change={(next) => change(next === '' ? '' : `${next}=`)}
      />
      {names.length === 0 && <p class="hint-line">{actions.noFields}</p>}
      {name !== '' &&
        (kind === 'Category' && (definitions.get(name)?.categories ?? []).length > 0 ? (
          <CategoryInput
            label={actions.newValue}
            value={{ text: value, namespace: namespaceOf(definitions.get(name)!.categories!, value) }}
            categories={definitions.get(name)!.categories}
            change={({ text }) => set(text)}
          />
        ) : kind === 'Number' ? (
          <TextInput
            label={actions.newValue}
            decimal
            hint={actions.newValueHint}
            value={value.replace('.', sign)}
            fault={valueFault}
            change={(text) => set(text.replace(',', '.'))}
          />
        ) : (
          <TextInput label={actions.newValue} hint={actions.newValueHint} value={value} change={set} />
        ))}
    </>
  );
}

const namespaceOf = (categories: readonly { namespace: string; categoryName: string }[], name: string): string =>
  categories.find(({ categoryName }) => categoryName === name)?.namespace ?? '';

/** A place, taken from the map or typed, or another object. */
function MapTarget({ state, target, fault, change }: TargetProps & { state: MapState }) {
  const { words } = useApp();
  const { actions } = words.value.editing;
  const offers = useId();
  const scene = state.scene.value;
  const shown = state.live.inView.value;
  const useView = (): void => {
    const { lat, lng } = scene!.map.getCenter();
    change(`${lat.toFixed(6)},${lng.toFixed(6)},${Math.min(22, scene!.map.getZoom()).toFixed(1)}`);
  };
  return (
    <>
      <TextInput label={actions.place} hint={actions.placeHint} offers={offers} value={target} fault={fault} change={change} />
      <datalist id={offers}>
        {('objects' in shown ? [...shown.objects.values()] : []).slice(0, 200).map(({ externalId, title }) => (
          <option key={externalId} value={externalId}>
            {title}
          </option>
        ))}
      </datalist>
      {scene !== undefined && (
        <div class="row">
          <button type="button" onClick={useView}>
            <Icon name="map" />
            {actions.useView}
          </button>
        </div>
      )}
    </>
  );
}
