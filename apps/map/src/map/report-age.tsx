import { useApp } from '../app/app.js';
import { clockAheadOf } from './age.js';

/**
 * The age of an object's last report, in seconds. A separate component, so that only these texts are rendered as ages grow. @param at the
 * time for which to show the age; default: now
 */
export function ReportAge({ observedAt, at }: { observedAt: number; at?: number }) {
  const { words, format, clock } = useApp();
  const now = at ?? clock.second.value;
  const ahead = clockAheadOf(observedAt, now);
  return <>{ahead === undefined ? format.value.ago(observedAt, now) : words.value.states.clockAhead(format.value.duration(ahead))}</>;
}
