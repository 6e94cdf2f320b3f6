import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import {
  LABEL_FORMATS,
  type LabelFormat,
  type NamedFormat,
  OWN_LIMITS,
  OWN_PAGES,
  ownFormat,
  type OwnPage,
  type OwnSize,
} from './label-formats.js';

const NAMES = [...(Object.keys(LABEL_FORMATS) as NamedFormat[]), 'own'] as const;

/** The format of the labels in the printer. @param labels undefined: a custom size that does not fit */
export function FormatChoice({ labels }: { labels: Signal<LabelFormat | undefined> }) {
  const { words } = useApp();
  const { sheet } = words.value.codes;
  const name = useSignal<(typeof NAMES)[number]>('L7160');
  const own = useSignal<OwnSize>({ page: 'A4', width: 60, height: 40, gap: 2 });
  useEffect(() => {
    labels.value = name.value === 'own' ? ownFormat(own.value) : LABEL_FORMATS[name.value];
  }, [name.value, own.value]);
  const sizes = [
    ['width', sheet.width],
    ['height', sheet.height],
    ['gap', sheet.gap],
  ] as const;
  return (
    <>
      <select
        aria-labelledby="label-format"
        value={name.value}
        onChange={({ currentTarget }) => (name.value = currentTarget.value as NamedFormat)}
      >
        {NAMES.map((each) => (
          <option key={each} value={each}>
            {sheet.formats[each]}
          </option>
        ))}
      </select>
      {name.value === 'own' && (
        <>
          <label class="field">
            {sheet.page}
            <select
              value={own.value.page}
              onChange={({ currentTarget }) => (own.value = { ...own.value, page: currentTarget.value as OwnPage })}
            >
              {(Object.keys(OWN_PAGES) as OwnPage[]).map((page) => (
                <option key={page} value={page}>
                  {sheet.pages[page]}
                </option>
              ))}
            </select>
          </label>
          <div class="code-triple">
            {sizes.map(([size, text]) => (
              <label key={size} class="field">
                {text}
                <input
                  type="number"
                  step="0.1"
                  min={size === 'gap' ? 0 : OWN_LIMITS.least}
                  max={size === 'gap' ? OWN_LIMITS.gapMost : OWN_LIMITS.most}
                  value={own.value[size]}
                  onInput={({ currentTarget }) => (own.value = { ...own.value, [size]: currentTarget.valueAsNumber })}
                />
              </label>
            ))}
          </div>
          {labels.value === undefined && (
            <p class="warning-box" role="alert">
              {sheet.badSize}
            </p>
          )}
        </>
      )}
    </>
  );
}
