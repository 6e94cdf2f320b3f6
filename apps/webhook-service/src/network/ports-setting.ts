import type { Setting } from '#settings/settings.js';

/** Ports that receivers may listen on; undefined: any. */
export const portsSetting: Setting<ReadonlySet<number> | undefined> = {
  env: 'ALLOWED_PORTS',
  doc: 'allowed ports of receivers, comma-separated; * for any',
  default: '443',
  secret: false,
  parse: (value) => {
    if (value === '*') return undefined;
    const ports = value.split(',').map((part) => part.trim());
    if (ports.some((port) => !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535))
      throw new Error('must be ports from 1 to 65535 with commas between, or *');
    return new Set(ports.map(Number));
  },
};
