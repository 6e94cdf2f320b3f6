import type { AccessNames, BrokerAccess } from './broker-access.js';
import { type ConnectionFault, connectionFault } from './connection-fault.js';

const ADVICE: Readonly<Record<ConnectionFault, (names: AccessNames) => string>> = {
  login: ({ username, password, mechanism }) => `The brokers refuse the login: look at ${username}, ${password} and ${mechanism}.`,
  mechanism: ({ mechanism }) => `The brokers do not take this way to log in: choose another ${mechanism}.`,
  authority: ({ ca }) =>
    `The certificate of the brokers is not signed by an authority that is known here: name the file of theirs as ${ca}.`,
  name: ({ brokers }) =>
    `The certificate of the brokers is for other names: write theirs into ${brokers}, and let the brokers advertise them.`,
  dates: () => 'The certificate of the brokers is out of date: renew it, or set the clock of this machine.',
  'own-certificate': ({ cert, key }) => `The brokers want a certificate that they know: look at ${cert} and ${key}.`,
  'no-tls': ({ brokers, tls }) => `The brokers do not speak TLS at this port: name the port that does in ${brokers}, or do without ${tls}.`,
  closed: ({ tls, mechanism }) => `The brokers hang up: perhaps they speak TLS at this port (${tls}), or want a login (${mechanism}).`,
};

/** Which settings to change; undefined if they are not the cause. @param guessed see `connectionFault` */
export function connectionAdvice(error: unknown, names: AccessNames, guessed?: BrokerAccess): string | undefined {
  const fault = connectionFault(error, guessed);
  return fault && ADVICE[fault](names);
}
