/** Outlines on a grid of 24, drawn for this app. */
const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.2 16.2 21 21',
  map: 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2ZM9 4v14M15 6v14',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  dashboards: 'M4 4h7v9H4ZM13 4h7v5h-7ZM13 11h7v9h-7ZM4 15h7v5H4Z',
  polls: 'M5 20V10M12 20V4M19 20v-7',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5',
  check: 'M5 12.5l4.5 4.5L19 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  layers: 'M12 3 3 8l9 5 9-5ZM3 13l9 5 9-5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 3',
  follow: 'M12 2v4M12 18v4M2 12h4M18 12h4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  back: 'M15 5l-7 7 7 7',
  chevron: 'M6 9l6 6 6-6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  warning: 'M12 4 2.5 20h19ZM12 10v4M12 17v.5',
  more: 'M5 11v2M12 11v2M19 11v2',
  list: 'M4 6h16M4 12h16M4 18h16',
  pin: 'M12 3a6 6 0 0 0-6 6c0 4.5 6 12 6 12s6-7.5 6-12a6 6 0 0 0-6-6ZM12 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  trail: 'M5 19c4 0 4-6 7-6s3-6 7-8M5 19h.01M19 5h.01',
  edit: 'M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3',
  archive: 'M3 5h18v4H3ZM5 9v11h14V9M10 13h4',
  play: 'M7 4v16l13-8Z',
  pause: 'M8 5v14M16 5v14',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2V15M12 18v.5',
  download: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  resize: 'M20 9v11H9M20 20l-8-8',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4ZM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  picture: 'M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.5 8.5h.01',
  print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture next to a word, or in a button with a label; screen readers skip it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
