import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgetOwnAddress, noteOwnAddress, ownAddress } from '#stack/data-folder/own-address.js';
import { serviceEnvironment } from '#stack/services/service-environment.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { portsOf, readStackSettings } from '#stack/settings/stack-settings.js';
import { openInstallation } from '#stack/supervision/installation.js';

it('keeps all data in one folder of the checkout unless it is set', () => {
  expect(readStackSettings({}).data).toBe(join(repositoryRoot, '.waymark'));
  expect(readStackSettings({ WAYMARK_DATA: '/srv/waymark' }).data).toBe('/srv/waymark');
});

it('names every port once with the setting that moves it', () => {
  const ports = portsOf(readStackSettings({ WAYMARK_PORT: '9000' }));
  expect(ports.map(({ env, port }) => `${env}=${port}`)).toEqual([
    'WAYMARK_PORT=9000',
    'WAYMARK_OBJECT_SERVICE_PORT=8081',
    'WAYMARK_PROJECTION_PORT=8082',
    'WAYMARK_DIRECTORY_PORT=8083',
    'WAYMARK_WEBHOOK_PORT=8084',
    'WAYMARK_REPORT_PORT=8086',
    'WAYMARK_AREA_SERVICE_PORT=8085',
    'WAYMARK_DATABASE_PORT=54329',
    'WAYMARK_KAFKA_PORT=19092',
    'WAYMARK_KAFKA_CONTROLLER_PORT=19093',
  ]);
});

it.each<[string, Record<string, string>, string]>([
  ['its own port', { WAYMARK_PORT: '9080' }, 'http://localhost:9080'],
  ['its own host', { WAYMARK_PORT: '9080', WAYMARK_HOST: '10.0.0.5' }, 'http://10.0.0.5:9080'],
  ['the address that a proxy is reached by', { WAYMARK_PORT: '9080', APP_URL: 'https://track.example.com' }, 'https://track.example.com'],
])('writes share links with %s', (_what, environment, address) => {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  try {
    const { services } = openInstallation(readStackSettings({ ...environment, WAYMARK_DATA: folder }), environment);
    expect(serviceEnvironment('directory-service', services).APP_URL).toBe(address);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('finds the gateway of the checkout by the settings, else where it runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  try {
    expect(ownAddress({ WAYMARK_DATA: folder })).toBe('http://localhost:8080');
    noteOwnAddress(readStackSettings({ WAYMARK_DATA: folder, WAYMARK_PORT: '9080' }));
    expect(ownAddress({ WAYMARK_DATA: folder })).toBe('http://localhost:9080');
    expect(ownAddress({ WAYMARK_DATA: folder, WAYMARK_PORT: '9090' })).toBe('http://localhost:9090');
    for (let stop = 0; stop < 2; stop++) forgetOwnAddress({ data: folder });
    expect(ownAddress({ WAYMARK_DATA: folder })).toBe('http://localhost:8080');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('names every wrong setting at once', () => {
  expect(() => readStackSettings({ WAYMARK_PORT: '0', WAYMARK_LOG_LEVEL: 'loud' })).toThrow(/WAYMARK_PORT[^]*WAYMARK_LOG_LEVEL/);
});
