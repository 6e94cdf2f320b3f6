import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareBroker } from '#stack/broker/broker-command.js';
import { fetchBrokerJars } from '#stack/broker/broker-jars.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { JARS_FOLDER } from '#stack/settings/stack-settings.js';
import type { CertificateAuthority } from './certificates.js';
import { dieWithParent } from './die-with-parent.js';

/** The broker of the product with two additional listeners, such as those of managed clusters. */
export interface SecuredBroker {
  /** `host:port` with an IP address; plaintext, for the test itself. */
  readonly plain: string;
  /** With a host name; TLS, only for clients with a certificate from the authority. */
  readonly tls: string;
  /** With an IP address; TLS, only for clients that log in as `username` with `password`, by PLAIN or SCRAM-SHA-512. */
  readonly login: string;
  readonly username: string;
  readonly password: string;
  /** Restarts it in order, with the same data; resolves when it answers again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface SecuredBrokerOptions {
  /** Folder for data, log and certificates. */
  directory: string;
  authority: CertificateAuthority;
  /** Milliseconds after which a client must renew its login; never if absent. */
  loginLifetimeMs?: number;
}

const SCRAM = 'SCRAM-SHA-512';

/** Starts it on free loopback ports; it ends with this process. */
export async function startSecuredBroker({ directory, authority, loginLifetimeMs = 0 }: SecuredBrokerOptions): Promise<SecuredBroker> {
  const [port, controllerPort, tlsPort, loginPort] = (await freePorts(4)) as [number, number, number, number];
  const [username, password] = ['tracker', randomBytes(12).toString('hex')];
  const { caFile, certFile, keyFile } = await authority.write(join(directory, 'certificates'), 'broker');
  // In the format that Java reads: the key, then the certificate, in one file.
  const keyStore = join(directory, 'certificates', 'broker.keystore.pem');
  await writeFile(keyStore, (await Promise.all([readFile(keyFile), readFile(certFile)])).join('\n'), { mode: 0o600 });
  await fetchBrokerJars(JARS_FOLDER);
  const command = dieWithParent(
    await prepareBroker({
      directory: join(directory, 'broker'),
      jars: JARS_FOLDER,
      logFile: join(directory, 'broker.log'),
      port,
      controllerPort,
      heapMiB: 384,
      shortLived: true,
      scramUsers: [`${SCRAM}=[name=${username},password=${password}]`],
      others: {
        listeners: `CLIENTS://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort},TLS://127.0.0.1:${tlsPort},LOGIN://127.0.0.1:${loginPort}`,
        'advertised.listeners': `CLIENTS://127.0.0.1:${port},TLS://localhost:${tlsPort},LOGIN://127.0.0.1:${loginPort}`,
        'listener.security.protocol.map': 'CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT,TLS:SSL,LOGIN:SASL_SSL',
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.location': keyStore,
        'ssl.truststore.type': 'PEM',
        'ssl.truststore.location': caFile,
        'listener.name.tls.ssl.client.auth': 'required',
        'listener.name.login.sasl.enabled.mechanisms': `PLAIN,${SCRAM}`,
        'listener.name.login.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`,
        'listener.name.login.scram-sha-512.sasl.jaas.config': 'org.apache.kafka.common.security.scram.ScramLoginModule required;',
        'listener.name.login.connections.max.reauth.ms': loginLifetimeMs,
      },
    }),
  );
  let server = await ServerProcess.start(command);
  return {
    plain: `127.0.0.1:${port}`,
    tls: `localhost:${tlsPort}`,
    login: `127.0.0.1:${loginPort}`,
    username,
    password,
    async restart() {
      await server.stop();
      server = await ServerProcess.start(command);
    },
    stop: async () => void (await server.stop()),
  };
}
