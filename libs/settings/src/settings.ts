/** One environment variable: its name, its purpose, its default as text (none: required), and how to parse its text. */
export interface Setting<T> {
  readonly env: string;
  readonly doc: string;
  readonly default?: string;
  /** Never shown in messages or documents. */
  readonly secret: boolean;
  /** The allowed values, for the table of settings: "1…65535", "debug | info". */
  readonly allowed?: string;
  /** @throws Error whose message says what the text must be */
  readonly parse: (text: string) => T;
  /** Checks the value together with other settings. @param of returns the value of a variable by name */
  crossCheck?(value: T, of: (env: string) => unknown): string | undefined;
}

export type SettingsSpec = Readonly<Record<string, Setting<unknown>>>;

/** The values of a specification: `type Config = SettingsOf<typeof settings>`. */
export type SettingsOf<S extends SettingsSpec> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Every missing or wrong setting in one message, so that one start shows them all. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  constructor(readonly faults: readonly { env: string; fault: string }[]) {
    super(`Wrong settings, nothing was started:\n${faults.map(({ env, fault }) => `  ${env}: ${fault}`).join('\n')}`);
  }
}

export function text(env: string, doc: string, defaultValue?: string): Setting<string> {
  return { env, doc, default: defaultValue, secret: false, parse: (value) => value };
}

/** A text that never appears in messages, logs or tables. */
export function secret(env: string, doc: string, defaultValue?: string): Setting<string> {
  return { env, doc, default: defaultValue, secret: true, parse: (value) => value };
}

/** A whole number within bounds, both inclusive. */
export function integer(env: string, doc: string, bounds: { default?: number; min: number; max: number }): Setting<number> {
  const { min, max } = bounds;
  return {
    env,
    doc,
    default: bounds.default === undefined ? undefined : String(bounds.default),
    secret: false,
    allowed: `${min}…${max}`,
    parse: (value) => {
      const number = Number(value);
      if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number) || number < min || number > max) {
        throw new Error(`must be a whole number from ${min} to ${max}`);
      }
      return number;
    },
  };
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

export function flag(env: string, doc: string, defaultValue: boolean): Setting<boolean> {
  return {
    env,
    doc,
    default: String(defaultValue),
    secret: false,
    allowed: 'true | false',
    parse: (value) => {
      const known = Object.hasOwn(FLAGS, value.toLowerCase()) ? FLAGS[value.toLowerCase()] : undefined;
      if (known === undefined) throw new Error('must be true or false');
      return known;
    },
  };
}

export function choice<const T extends string>(env: string, doc: string, options: readonly T[], defaultValue?: T): Setting<T> {
  return {
    env,
    doc,
    default: defaultValue,
    secret: false,
    allowed: options.join(' | '),
    parse: (value) => {
      const chosen = options.find((option) => option === value);
      if (chosen === undefined) throw new Error(`must be one of ${options.join(', ')}`);
      return chosen;
    },
  };
}

/** Comma-separated; blanks around entries and empty entries are removed. An empty default is an empty list. */
export function list(env: string, doc: string, defaultValue?: string): Setting<readonly string[]> {
  return {
    env,
    doc,
    default: defaultValue,
    secret: false,
    parse: (value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
  };
}

/**
 * Reads the environment once. An empty variable counts as absent, because compose files write absent variables like that.
 * @throws SettingsError with every wrong or missing setting
 */
export function readSettings<S extends SettingsSpec>(
  spec: S,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): SettingsOf<S> {
  const faults: { env: string; fault: string }[] = [];
  const values: Record<string, unknown> = {};
  const ofVariables = new Map<string, unknown>();
  for (const [name, setting] of Object.entries(spec)) {
    const given = environment[setting.env]?.trim();
    const value = given === undefined || given === '' ? setting.default : given;
    if (value === undefined) {
      faults.push({ env: setting.env, fault: `is missing; ${setting.doc}` });
      continue;
    }
    try {
      values[name] = setting.parse(value);
      ofVariables.set(setting.env, values[name]);
    } catch (error) {
      const shown = setting.secret ? '' : `, not ${JSON.stringify(value.slice(0, 100))}`;
      faults.push({ env: setting.env, fault: `${(error as Error).message}${shown}; ${setting.doc}` });
    }
  }
  faults.push(...crossCheckFaults(Object.values(spec), ofVariables));
  if (faults.length > 0) throw new SettingsError(faults);
  return values as SettingsOf<S>;
}

/** @param values valid values by variable; checks that involve an invalid one are skipped */
function crossCheckFaults(settings: readonly Setting<unknown>[], values: ReadonlyMap<string, unknown>): { env: string; fault: string }[] {
  return settings.flatMap((setting) => {
    if (!values.has(setting.env)) return [];
    let known = true;
    const of = (env: string): unknown => {
      known &&= values.has(env);
      return values.get(env);
    };
    const fault = setting.crossCheck?.(values.get(setting.env), of);
    return fault === undefined || !known ? [] : [{ env: setting.env, fault: `${fault}; ${setting.doc}` }];
  });
}
