import { invalidParameter } from '#problems/invalid-parameter.js';

/** Query strings as Fastify parses them: a parameter given twice is an array. */
export type RawQuery = Readonly<Record<string, unknown>>;

const MAX_CHARACTERS = 256;

/** Reads the parameters of one request; errors name each wrong or unknown parameter. */
export class ReportParameters {
  constructor(
    private readonly query: RawQuery,
    known: readonly string[],
  ) {
    for (const name of Object.keys(query)) {
      if (!known.includes(name))
        throw invalidParameter(name.slice(0, 100), `This parameter does not exist here; the existing ones are ${known.join(', ')}.`);
    }
  }

  text(name: string): string | undefined {
    const value = this.query[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw invalidParameter(name, 'It was sent more than once; send it once.');
    return checked(name, value);
  }

  /** The values of a parameter that may be given several times. */
  texts(name: string, maxCount: number): string[] {
    const values = [this.query[name] ?? []].flat() as string[];
    if (values.length > maxCount) throw invalidParameter(name, `It was sent more than ${maxCount} times.`);
    return [...new Set(values.map((value) => checked(name, value)))];
  }

  choice<const T extends string>(name: string, options: readonly T[], byDefault: T): T {
    return chosen(name, this.text(name) ?? byDefault, options);
  }

  choices<const T extends string>(name: string, options: readonly T[]): T[] {
    return this.texts(name, options.length).map((value) => chosen(name, value, options));
  }

  /** The parameter `by`: how each bucket of time is broken down. */
  breakdown<const T extends string>(options: readonly T[]): T[] {
    return this.texts('by', options.length).map((value) =>
      chosen('by', value, options, ' For buckets of time, use interval, such as interval=day.'),
    );
  }

  integer(name: string, bounds: { min: number; max: number; default: number }): number {
    const value = this.text(name);
    if (value === undefined) return bounds.default;
    const number = Number(value);
    if (!/^\d{1,10}$/.test(value) || number < bounds.min || number > bounds.max)
      throw invalidParameter(name, `It must be a whole number from ${bounds.min} to ${bounds.max}.`);
    return number;
  }
}

function checked(name: string, value: string): string {
  if (value === '') throw invalidParameter(name, 'It is empty.');
  if (value.length > MAX_CHARACTERS) throw invalidParameter(name, `It is longer than ${MAX_CHARACTERS} characters.`);
  if (value.includes('\0') || !value.isWellFormed()) throw invalidParameter(name, 'It contains a character that is not allowed in names.');
  return value;
}

function chosen<const T extends string>(name: string, value: string, options: readonly T[], advice = ''): T {
  const found = options.find((option) => option === value);
  if (found === undefined) throw invalidParameter(name, `It must be one of ${options.join(', ')}.${advice}`);
  return found;
}
