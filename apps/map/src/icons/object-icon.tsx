import { type ObjectIconName, PICTURES } from './pictures.js';

/** A picture next to its name; screen readers skip it. */
export function ObjectIcon({ name }: { name: ObjectIconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PICTURES[name]} />
    </svg>
  );
}
