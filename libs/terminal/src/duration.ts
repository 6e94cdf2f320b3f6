const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const MAX_SECONDS = 10 * 365 * 86_400;

/** Parses "90s", "15m", "12h", "30d" or "4w" as seconds; at least a second, at most ten years. @throws Error that says what is allowed */
export function parseDuration(text: string): number {
  const match = /^(\d{1,9})([smhdw])$/.exec(text.trim());
  const seconds = match ? Number(match[1]) * UNIT_SECONDS[match[2]!]! : 0;
  if (seconds < 1 || seconds > MAX_SECONDS) {
    throw new Error(`${JSON.stringify(text)} is not a duration: write a number and s, m, h, d or w, as in 30d; at most 3650d.`);
  }
  return seconds;
}

/** A duration for people in its two largest units: "4 s", "3 min 5 s", "2 h 10 min", "5 d 3 h". */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
