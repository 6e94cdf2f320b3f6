/**
 * Outlines of object icons on a grid of 24, drawn for this app and used by map and page. An object may have another icon name, which is
 * kept but has no picture here.
 */
export const PICTURES = {
  van: 'M2 7h11v9H2ZM13 10h5l3 3v3h-8M6 18.5a1.7 1.7 0 1 0 .01 0M17 18.5a1.7 1.7 0 1 0 .01 0',
  truck: 'M1.5 6h13v10h-13ZM14.5 9h4.5l3 3.5V16h-7.5M5 18.5a1.7 1.7 0 1 0 .01 0M9 18.5a1.7 1.7 0 1 0 .01 0M18 18.5a1.7 1.7 0 1 0 .01 0',
  car: 'M3 16v-4l2-5h12l3 5h1v4ZM5 12h15M7 18.3a1.7 1.7 0 1 0 .01 0M17 18.3a1.7 1.7 0 1 0 .01 0',
  bus: 'M3 5h18v12H3ZM3 11h18M9 5v6M15 5v6M7 19a1.6 1.6 0 1 0 .01 0M17 19a1.6 1.6 0 1 0 .01 0',
  bike: 'M6 12.5a4 4 0 1 0 .01 0M18 12.5a4 4 0 1 0 .01 0M6 16.5 9.5 9H15l3 7.5M9.5 9l3.5 7.5H6M8 6.5h3M15 9l-.7-2.5H17',
  forklift: 'M3 17V9h5l4 5v3ZM8 9V5H4v4M16 3v15h5M6 19.5a1.5 1.5 0 1 0 .01 0M11 19.5a1.5 1.5 0 1 0 .01 0',
  crane: 'M7 21V4M4 21h6M3 6h18L7 3.5M18 6v5M16.5 13.5a1.6 1.6 0 1 0 1.5-2.5',
  excavator: 'M3 16V9h6v7M9 11h3l4-7 4 6-2 5M16 15h4l-1 3ZM3 20h10a2 2 0 0 0 0-4H3a2 2 0 0 0 0 4Z',
  ship: 'M3 14h18l-3 5H6ZM7 14V9h8v5M10 9V5h3v4',
  plane: 'M12 2.5c1 0 1.5 1.5 1.5 3V9l7.5 5v2l-7.5-2.5V18l2.5 2v1.5L12 20.5l-4 1V20l2.5-2v-4.5L3 16v-2l7.5-5V5.5c0-1.5.5-3 1.5-3Z',
  trailer: 'M2 6h16v10H2ZM18 14h4M7 18.5a1.7 1.7 0 1 0 .01 0M12 18.5a1.7 1.7 0 1 0 .01 0',
  container: 'M2 7h20v11H2ZM6 7v11M10 7v11M14 7v11M18 7v11',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4ZM4 8l8 4 8-4M12 12v9',
  pallet: 'M3 15h18v2H3ZM5 17v3M12 17v3M19 17v3M6 15V6h12v9M6 10h12',
  tool: 'M14.5 6.5a4 4 0 0 1 5-3L17 6l1 1 2.5-2.5a4 4 0 0 1-5 5L7 18l-2 1-1-1 1-2Z',
  machine:
    'M12 8.5a3.5 3.5 0 1 0 .01 0M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.300l2.1 2.100M16.6 ' +
    '16.600l2.1 2.100M5.3 18.700l2.1-2.100M16.6 7.400l2.1-2.1',
  sensor:
    'M12 10.5a1.5 1.5 0 1 0 .01 0M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.7 18.300a9 9 0 0 1 0-12.600M18.3 5.700a9 9 0 0 1 0 12.6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  building: 'M5 21V4h9v17M14 10h5v11M3 21h18M8 8h3M8 12h3M8 16h3',
} as const;

export type ObjectIconName = keyof typeof PICTURES;
export const OBJECT_ICONS = Object.keys(PICTURES) as ObjectIconName[];
