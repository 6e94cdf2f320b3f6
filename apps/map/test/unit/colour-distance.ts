/** Linear RGB. */
type Triple = readonly [red: number, green: number, blue: number];

/** Machado, Oliveira and Fernandes 2009: colours as seen by people who lack one of the three kinds of cones. */
const SEEN_WITHOUT = {
  red: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  green: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  blue: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;
export type Cone = keyof typeof SEEN_WITHOUT;

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

/** WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [low, high] = [one, other]
    .map(linear)
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** CIEDE2000 of two colours `#rrggbb`; about 2 can be noticed. @param without kind of cones that the viewer lacks */
export function distance(one: string, other: string, without?: Cone): number {
  const [first, second] = [one, other].map((colour) => labOf(seen(linear(colour), without))) as [Triple, Triple];
  return ciede2000(first, second);
}

function seen([red, green, blue]: Triple, without: Cone | undefined): Triple {
  if (without === undefined) return [red, green, blue];
  return SEEN_WITHOUT[without].map((row) => Math.min(1, Math.max(0, row[0] * red + row[1] * green + row[2] * blue))) as unknown as Triple;
}

function labOf([red, green, blue]: Triple): Triple {
  const [x, y, z] = [
    (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
    0.2126729 * red + 0.7151522 * green + 0.072175 * blue,
    (0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883,
  ].map((value) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116)) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const DEGREE = Math.PI / 180;

/** CIE 142-2001, as Sharma, Wu and Dalal wrote it. */
function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [Math.atan2(b1, a1 * stretch), Math.atan2(b2, a2 * stretch)].map((angle) => (angle / DEGREE + 360) % 360) as [
    number,
    number,
  ];
  const turn = h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const hue = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const [light, colour] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const wave =
    1 -
    0.17 * Math.cos((hue - 30) * DEGREE) +
    0.24 * Math.cos(2 * hue * DEGREE) +
    0.32 * Math.cos((3 * hue + 6) * DEGREE) -
    0.2 * Math.cos((4 * hue - 63) * DEGREE);
  const byLight = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const byChroma = (c2 - c1) / (1 + 0.045 * colour);
  const byHue = (2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * DEGREE)) / (1 + 0.015 * colour * wave);
  const rotation = -2 * Math.sqrt(colour ** 7 / (colour ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hue - 275) / 25) ** 2)) * DEGREE);
  return Math.sqrt(byLight ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}
