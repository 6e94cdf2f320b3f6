import { useApp } from '../../app/app.js';
import { DataTable } from '../../tables/data-table.js';
import type { DaySum } from './sums.js';

const [WIDTH, HEIGHT, LEFT, BELOW] = [640, 150, 44, 20];

/** Calls per day as bars, with failed and refused ones on top, and the same data as a table. */
export function MonthPicture({ days, label }: { days: readonly DaySum[]; label: string }) {
  const { words, format } = useApp();
  const { usage } = words.value.administration;
  const { number } = format.value;
  const most = Math.max(1, ...days.map(({ succeeded, refused, failed }) => succeeded + refused + failed));
  const [step, ground] = [(WIDTH - LEFT) / days.length, HEIGHT - BELOW];
  const height = (calls: number): number => (calls / most) * (ground - 12);
  return (
    <>
      <svg class="usage-month" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={usage.pictureLabel(label, number(most))}>
        <text x={LEFT - 6} y={16} text-anchor="end">
          {number(most)}
        </text>
        <text x={LEFT - 6} y={ground} text-anchor="end">
          0
        </text>
        <line x1={LEFT} x2={WIDTH} y1={ground} y2={ground} />
        {days.map(({ day, succeeded, refused, failed }, at) => {
          const [good, bad] = [height(succeeded), height(refused + failed)];
          return (
            <g key={day}>
              <rect x={LEFT + at * step + 2} y={ground - good} width={step - 4} height={good} />
              <rect class="usage-refused" x={LEFT + at * step + 2} y={ground - good - bad} width={step - 4} height={bad} />
              {(at === 0 || (at + 1) % 5 === 0) && (
                <text x={LEFT + (at + 0.5) * step} y={HEIGHT - 5} text-anchor="middle">
                  {at + 1}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <p class="hint">{usage.pictureHint}</p>
      <details>
        <summary>{usage.asTable}</summary>
        <DataTable
          caption={usage.byDay(label)}
          head={[usage.day, usage.succeeded, usage.refused, usage.failed, usage.elements]}
          empty={usage.nothing}
          rows={days
            .filter(({ succeeded, refused, failed, elements }) => succeeded + refused + failed + elements > 0)
            .map(({ day, succeeded, refused, failed, elements }) => ({
              key: day,
              cells: [day, number(succeeded), number(refused), number(failed), number(elements)],
            }))}
        />
      </details>
    </>
  );
}
