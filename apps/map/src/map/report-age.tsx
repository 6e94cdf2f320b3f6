import { useApp } from '../app/app.js';
import { clockAheadOf } from './age.js';

/**
 * How long ago an object last reported, by the second. A separate component, so that only these texts are redrawn as
 * ages grow. @param at the moment it is as of; now when left out
 */
export function ReportAge({ observedAt, at }: { observedAt: number; at?: number }) {
  const { words, format, clock } = useApp();
  const now = at ?? clock.second.value;
  const ahead = clockAheadOf(observedAt, now);
  return <>{ahead === undefined ? format.value.ago(observedAt, now) : words.value.states.clockAhead(format.value.duration(ahead))}</>;
}
