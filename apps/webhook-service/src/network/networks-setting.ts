import ipaddr from 'ipaddr.js';
import type { Setting } from '#settings/settings.js';

/** A network as ipaddr.js reads it: address and length of the prefix. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Networks that receivers may be in, in addition to the public ones. */
export const networksSetting: Setting<readonly Network[]> = {
  env: 'ALLOWED_NETWORKS',
  doc:
    'allowed networks of receivers in addition to the public internet, such as 10.20.0.0/16, comma-separated; ' +
    'URLs may then contain IP addresses from them',
  default: '',
  secret: false,
  parse: (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        if (!ipaddr.isValidCIDR(part)) throw new Error('must be networks such as 10.20.0.0/16 or fd00:1::/32 with commas between');
        return ipaddr.parseCIDR(part);
      }),
};
