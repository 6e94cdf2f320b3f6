import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokerAccess, brokerSettings } from '#kafka/connection/broker-settings.js';
import { readSettings } from '#settings/settings.js';
import { CertificateAuthority, type CertificateFiles } from '#testing/certificates.js';

let folder: string;
let ours: CertificateFiles;
let others: CertificateFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-broker-settings-'));
  const authority = await CertificateAuthority.create();
  ours = await authority.write(folder, 'ours');
  others = await authority.write(folder, 'others');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (environment: Record<string, string>) =>
  brokerAccess(readSettings(brokerSettings, { KAFKA_BROKERS: 'a:9092', ...environment }));

/** The faults reported for each variable. */
function faults(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe('how brokers are spoken to', () => {
  it('is neither encrypted nor with a login by default', () => {
    expect(read({})).toEqual({ brokers: ['a:9092'] });
    expect(read({ KAFKA_BROKERS: 'a:1, [::1]:2,10.0.0.1:3', KAFKA_TLS: '', KAFKA_SASL_MECHANISM: '' })).toEqual({
      brokers: ['a:1', '[::1]:2', '10.0.0.1:3'],
    });
  });

  it('is TLS with the authorities of Node.js, or with those of a file and a client certificate', async () => {
    expect(read({ KAFKA_TLS: 'true' })).toEqual({ brokers: ['a:9092'], ssl: {} });
    const { ssl } = read({ KAFKA_TLS: 'true', KAFKA_CA_FILE: ours.caFile, KAFKA_CERT_FILE: ours.certFile, KAFKA_KEY_FILE: ours.keyFile });
    expect(Object.entries(ssl!).map(([part, pem]) => `${part}: ${/-----BEGIN ([A-Z ]+)-----/.exec(String(pem))![1]}`)).toEqual([
      'ca: CERTIFICATE',
      'cert: CERTIFICATE',
      'key: PRIVATE KEY',
    ]);
  });

  it('is a login, with and without TLS', () => {
    const login = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_USERNAME: 'u', KAFKA_PASSWORD: 'p' };
    expect(read(login).sasl).toEqual({ mechanism: 'scram-sha-512', username: 'u', password: 'p' });
    expect(read({ ...login, KAFKA_TLS: 'true' })).toMatchObject({ ssl: {}, sasl: { mechanism: 'scram-sha-512' } });
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    ['no address', { KAFKA_BROKERS: ',' }, [/KAFKA_BROKERS: must be host:port/]],
    ['an address without a port', { KAFKA_BROKERS: 'a:9092,b' }, [/KAFKA_BROKERS: must be host:port/]],
    ['an address as Java writes it', { KAFKA_BROKERS: 'SSL://a:9093' }, [/KAFKA_BROKERS: must be host:port/]],
    [
      'an unknown mechanism',
      { KAFKA_SASL_MECHANISM: 'gssapi' },
      [/KAFKA_SASL_MECHANISM: must be one of none, plain, scram-sha-256, scram-sha-512/],
    ],
    [
      'a mechanism alone',
      { KAFKA_SASL_MECHANISM: 'plain' },
      [/KAFKA_USERNAME: is missing, and KAFKA_SASL_MECHANISM=plain needs it/, /KAFKA_PASSWORD: is missing/],
    ],
    [
      'a name without a password',
      { KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'u' },
      [/KAFKA_PASSWORD: is missing, and KAFKA_SASL_MECHANISM=plain needs it/],
    ],
    [
      'a login that would not be used',
      { KAFKA_USERNAME: 'u', KAFKA_PASSWORD: 'hush-hush' },
      [/KAFKA_USERNAME: is given, and nobody would log in/, /KAFKA_PASSWORD: is given/],
    ],
  ])('is refused with %s', (_what, environment, expected) => {
    const message = faults(environment);
    for (const each of expected) expect(message).toMatch(each);
    expect(message).not.toContain('hush-hush');
    expect(message.split('\n')).toHaveLength(expected.length + 1);
  });

  it('is refused with files that cannot be used, each named', async () => {
    const encrypted = join(folder, 'encrypted.key');
    await writeFile(encrypted, '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n');
    const torn = join(folder, 'torn.pem');
    await writeFile(torn, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const given = { KAFKA_TLS: 'true', KAFKA_CERT_FILE: ours.certFile, KAFKA_KEY_FILE: ours.keyFile };
    expect(faults(given)).toBe('none');
    expect(faults({ ...given, KAFKA_CA_FILE: join(folder, 'none.pem') })).toMatch(
      /KAFKA_CA_FILE: must name a file that this process may read \(ENOENT\), not ".*none\.pem"/,
    );
    expect(faults({ ...given, KAFKA_CA_FILE: folder })).toMatch(/KAFKA_CA_FILE: must name a file that this process may read \(EISDIR\)/);
    expect(faults({ ...given, KAFKA_CERT_FILE: ours.keyFile })).toMatch(
      /KAFKA_CERT_FILE: must name a file in PEM, with -----BEGIN CERTIFICATE-----/,
    );
    expect(faults({ ...given, KAFKA_KEY_FILE: ours.certFile })).toMatch(
      /KAFKA_KEY_FILE: must name a file in PEM, with -----BEGIN PRIVATE KEY-----/,
    );
    expect(faults({ ...given, KAFKA_CA_FILE: torn })).toMatch(/KAFKA_CA_FILE: must name a file whose CERTIFICATE can be read/);
    expect(faults({ ...given, KAFKA_KEY_FILE: encrypted })).toMatch(/KAFKA_KEY_FILE: must name a key without a passphrase/);
    expect(faults({ ...given, KAFKA_KEY_FILE: others.keyFile })).toMatch(/KAFKA_KEY_FILE: is not the key of KAFKA_CERT_FILE/);
    expect(faults({ KAFKA_TLS: 'true', KAFKA_CERT_FILE: ours.certFile })).toMatch(/KAFKA_CERT_FILE: needs KAFKA_KEY_FILE too/);
    expect(faults({ KAFKA_TLS: 'true', KAFKA_KEY_FILE: ours.keyFile })).toMatch(/KAFKA_KEY_FILE: needs KAFKA_CERT_FILE too/);
    expect(faults({ KAFKA_CA_FILE: ours.caFile })).toMatch(/KAFKA_CA_FILE: is given, and nothing would be encrypted: set KAFKA_TLS=true/);
    expect(faults({ ...given, KAFKA_TLS: 'false' })).toMatch(
      /KAFKA_CERT_FILE: is given, and nothing would be encrypted[^]*KAFKA_KEY_FILE: is given, and nothing would be encrypted/,
    );
  });
});
