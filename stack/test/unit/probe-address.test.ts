import { expect, it } from 'vitest';
import { probeAddress } from '#stack/settings/probe-address.js';

it.each([
  [undefined, 'http://127.0.0.1:8080'],
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['::1', 'http://[::1]:8080'],
  ['192.168.1.5', 'http://192.168.1.5:8080'],
  ['fleet.example', 'http://fleet.example:8080'],
])('asks a service that listens on %s at %s', (host, address) => expect(probeAddress(host, 8080)).toBe(address));
