import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { useApp } from '../app/app.js';
import { coloursOf } from '../design/colours.js';
import { isDark } from '../design/dark.js';

const LEGEND_PX = 56;

/** Lines over time. The table next to it has the same data for people who cannot see it. @param times milliseconds since the epoch */
export function SeriesChart({
  times,
  lines,
  write,
}: {
  times: readonly number[];
  lines: readonly { label: string; values: readonly (number | null)[] }[];
  write: (value: number | null) => string;
}) {
  const { preferences, format, words } = useApp();
  const holder = useRef<HTMLDivElement>(null);
  const dark = isDark(preferences);
  useEffect(() => {
    const element = holder.current!;
    const [text, line] = dark ? ['#a9b6c1', '#34404a'] : ['#55626e', '#d9dee2'];
    const colours = coloursOf(
      lines.map(({ label }) => label),
      dark,
    );
    const zone = preferences.timeZone.peek() || Intl.DateTimeFormat().resolvedOptions().timeZone;
    const locale = format.peek().locale;
    const hours = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' });
    const days = new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'short' });
    const byDay = times.length > 1 && times[1]! - times[0]! > 3_600_000 * 12;
    const axis: uPlot.Axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const size = (): { width: number; height: number } => ({
      width: Math.max(120, element.clientWidth),
      height: Math.max(80, element.clientHeight - LEGEND_PX),
    });
    const newest = (chart: uPlot): void => chart.setLegend({ idx: times.length - 1 }, false);
    const chart = new uPlot(
      {
        ...size(),
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
        series: [
          {
            label: words.peek().dashboards.time,
            value: (_: uPlot, at: number | null) =>
              at === null || at === undefined ? '–' : `${days.format(at * 1000)} ${hours.format(at * 1000)}`,
          },
          ...lines.map(({ label }) => ({
            label,
            stroke: colours.get(label),
            width: 2,
            points: { show: times.length < 40 },
            value: (_: uPlot, value: number | null) => write(value ?? null),
          })),
        ],
        axes: [
          {
            ...axis,
            ...(byDay && { incrs: [1, 2, 3, 7, 14].map((each) => each * 86_400) }),
            values: (_, splits) => splits.map((at) => (byDay ? days : hours).format(at * 1000)),
          },
          { ...axis, size: 64, values: (_, splits) => splits.map((value) => write(value)) },
        ],
        scales: { y: { range: (_, least, most) => [Math.min(0, least), most > 0 ? most * 1.08 : 1] } },
        cursor: { drag: { x: false, y: false } },
        // Without a pointer the legend shows the newest values.
        hooks: { ready: [newest], setCursor: [(chart) => typeof chart.cursor.idx !== 'number' && newest(chart)] },
      },
      [times.map((time) => time / 1000), ...lines.map(({ values }) => [...values])],
      element,
    );
    const watching = new ResizeObserver(() => chart.setSize(size()));
    watching.observe(element);
    return () => {
      watching.disconnect();
      chart.destroy();
    };
  }, [dark, words.value]);
  return <div ref={holder} class="dashboard-tile-chart" aria-hidden="true" />;
}
