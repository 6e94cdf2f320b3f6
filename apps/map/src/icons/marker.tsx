import './marker.css';
import { inkOn } from '../design/colours.js';
import { type ObjectIconName, PICTURES } from './pictures.js';

/** An object's marker as on the map, next to its name or type. @param hollow true if its current position is unknown */
export function Marker({ colour, icon, hollow = false }: { colour: string; icon: ObjectIconName | undefined; hollow?: boolean }) {
  return (
    <svg class={icon === undefined ? 'marker marker-point' : 'marker'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10.8" fill={hollow ? 'none' : colour} stroke={colour} stroke-width="2.2" />
      {icon !== undefined && (
        <path
          d={PICTURES[icon]}
          transform="translate(4.2 4.2) scale(0.65)"
          fill="none"
          stroke={hollow ? 'currentColor' : inkOn(colour)}
          stroke-width="2.4"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
    </svg>
  );
}
