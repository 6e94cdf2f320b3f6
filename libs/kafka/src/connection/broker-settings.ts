import { createPrivateKey, X509Certificate } from 'node:crypto';
import { choice, flag, list, secret, type Setting, type SettingsOf, text } from '#settings/settings.js';
import { GIVE_UP_VARIABLE, type GivenUpRecords } from '../records/damaged-batches.js';
import type { AccessNames, BrokerAccess } from './broker-access.js';
import { pemFile } from './pem-file.js';

const TLS = 'KAFKA_TLS';
const CERT = 'KAFKA_CERT_FILE';
const KEY = 'KAFKA_KEY_FILE';
const MECHANISM = 'KAFKA_SASL_MECHANISM';

/** Addresses of the brokers and how to connect to them; the same for every service and tool. */
export const brokerSettings = {
  kafkaBrokers: addresses(list('KAFKA_BROKERS', 'host:port of the brokers, comma-separated')),
  kafkaTls: flag(TLS, 'true: connect to the brokers with TLS; the host name in their certificate is always verified', false),
  kafkaCa: forTls(
    pemFile(
      'KAFKA_CA_FILE',
      'PEM file of the authority that signed the certificates of the brokers; empty: the authorities that Node.js trusts',
      'CERTIFICATE',
    ),
  ),
  kafkaCert: forTls(pemFile(CERT, 'PEM file of the client certificate, for brokers that require one', 'CERTIFICATE'), KEY),
  kafkaKey: fitting(forTls(pemFile(KEY, `PEM file of the private key for ${CERT}, without a passphrase`, 'PRIVATE KEY'), CERT)),
  kafkaSaslMechanism: choice(
    MECHANISM,
    'SASL mechanism for the brokers; plain sends the password unencrypted, so use it only with TLS',
    ['none', 'plain', 'scram-sha-256', 'scram-sha-512'],
    'none',
  ),
  kafkaUsername: forLogin(text('KAFKA_USERNAME', 'user name for logging in to the brokers', '')),
  kafkaPassword: forLogin(secret('KAFKA_PASSWORD', 'password of KAFKA_USERNAME', '')),
  kafkaSkipDamaged: givenUpRecords(
    list(
      GIVE_UP_VARIABLE,
      'damaged records to skip because no broker has an intact copy: topic/partition/first-last offset, ' +
        'comma-separated; the log lists them',
      '',
    ),
  ),
};

/** The settings for `createKafka`. */
export function brokerAccess(settings: SettingsOf<typeof brokerSettings>): BrokerAccess {
  const {
    kafkaBrokers,
    kafkaTls,
    kafkaCa: ca,
    kafkaCert: cert,
    kafkaKey: key,
    kafkaSaslMechanism: mechanism,
    kafkaUsername: username,
    kafkaPassword: password,
    kafkaSkipDamaged: givenUp,
  } = settings;
  return {
    brokers: [...kafkaBrokers],
    ...(kafkaTls && { ssl: { ...(ca && { ca }), ...(cert && { cert, key }) } }),
    ...(mechanism !== 'none' && { sasl: { mechanism, username, password } }),
    ...(givenUp.length > 0 && { givenUp }),
  };
}

/** Names of the settings for operators. */
export const BROKER_VARIABLES: AccessNames = {
  brokers: brokerSettings.kafkaBrokers.env,
  tls: TLS,
  ca: brokerSettings.kafkaCa.env,
  cert: CERT,
  key: KEY,
  mechanism: MECHANISM,
  username: brokerSettings.kafkaUsername.env,
  password: brokerSettings.kafkaPassword.env,
};

const ADDRESS = /^(?:[^\s:/[\]]+|\[[\da-fA-F:]+\]):\d{1,5}$/;

/** A setting with addresses `host:port`, comma-separated; may only be empty if it has a default. */
export function addresses(setting: Setting<readonly string[]>): Setting<readonly string[]> {
  return {
    ...setting,
    parse(value) {
      const brokers = setting.parse(value);
      if ((brokers.length === 0 && setting.default === undefined) || !brokers.every((broker) => ADDRESS.test(broker)))
        throw new Error('must be host:port, with commas between several');
      return brokers;
    },
  };
}

const RECORDS = /^([\w.-]+)\/(\d{1,6})\/(\d{1,16})-(\d{1,16})$/;

function givenUpRecords(setting: Setting<readonly string[]>): Setting<readonly GivenUpRecords[]> {
  return {
    ...setting,
    parse: (value) =>
      setting.parse(value).map((entry) => {
        const [, topic, partition, from, to] = RECORDS.exec(entry) ?? [];
        if (topic === undefined || Number(from) > Number(to))
          throw new Error('must be topic/partition/first-last offset, with commas between several');
        return { topic, partition: Number(partition), from: Number(from), to: Number(to) };
      }),
    crossCheck: undefined,
  };
}

/** Requires TLS for a certificate or key, and its counterpart, if it has one. */
function forTls(setting: Setting<Buffer | undefined>, other?: string): Setting<Buffer | undefined> {
  return {
    ...setting,
    crossCheck(value, of) {
      if (value === undefined) return undefined;
      if (of(TLS) === false) return `is given, and nothing would be encrypted: set ${TLS}=true, or leave it out`;
      if (other !== undefined && of(other) === undefined) return `needs ${other} too`;
      return undefined;
    },
  };
}

/** Requires that certificate and key fit together, since otherwise every connection would fail. */
function fitting(setting: Setting<Buffer | undefined>): Setting<Buffer | undefined> {
  return {
    ...setting,
    crossCheck(value, of) {
      const alone = setting.crossCheck?.(value, of);
      const cert = of(CERT) as Buffer | undefined;
      if (alone !== undefined || value === undefined || cert === undefined) return alone;
      return new X509Certificate(cert).checkPrivateKey(createPrivateKey(value)) ? undefined : `is not the key of ${CERT}`;
    },
  };
}

function forLogin(setting: Setting<string>): Setting<string> {
  return {
    ...setting,
    crossCheck(value, of) {
      const mechanism = of(MECHANISM) as string;
      if (mechanism !== 'none' && value === '') return `is missing, and ${MECHANISM}=${mechanism} needs it`;
      if (mechanism === 'none' && value !== '') return `is given, and nobody would log in: set ${MECHANISM}, or leave it out`;
      return undefined;
    },
  };
}
