import { randomBytes } from 'node:crypto';
import { type Finding, type Received, type SourceContext, SourceError } from '../../reading/source.js';
import { errorSentence } from '../connecting/error-text.js';
import { tlsAdvice } from '../connecting/tls-advice.js';
import { clientIdOf, clientOptions, isTls } from './client-options.js';
import { dialer } from './dial.js';
import type { MqttOptions } from './options.js';
import { payloadReader } from './payload-readers.js';
import { runSession } from './session.js';

const LISTEN_MS = 5000;
const MAX_SAMPLES = 10;
/** Prefix of the filter of a shared subscription. */
export const SHARED = /^\$share\/[^/]+\//;

/**
 * Connects with another client id, without a session and with QoS 0, and outside the shared subscriptions, so that it takes nothing from a
 * running agent.
 */
export async function checkMqtt(
  options: MqttOptions,
  { name, signal }: Pick<SourceContext, 'name' | 'signal'>,
): Promise<{ findings: Finding[]; samples: Received[] }> {
  const findings: Finding[] = [];
  const samples: Received[] = [];
  const reader = payloadReader(options, undefined);
  const enough = new AbortController();
  const end = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(LISTEN_MS)]);
  let seen = 0;
  try {
    await runSession({
      dial: dialer(options),
      client: clientOptions(options, `${clientIdOf(options, name)}-check-${randomBytes(4).toString('hex')}`, false),
      topics: options.topics.map((topic) => topic.replace(SHARED, '')),
      qos: 0,
      subscribeAlways: true,
      isTls: isTls(options),
      signal: end,
      async onMessage(message) {
        seen++;
        if (samples.length < MAX_SAMPLES) samples.push(...reader.read(message));
        else enough.abort();
      },
      onSubscribed: (detail) => findings.push({ level: 'fine', text: `Connected to ${options.url}. ${detail}` }),
    });
  } catch (error) {
    if (error instanceof SourceError) return { findings: [{ level: 'fault', text: error.message }], samples };
    findings.push({
      level: 'fault',
      text: `${options.url}: ${errorSentence(error)}${tlsAdvice(error) === undefined ? ' Check the address, username and password.' : ''}`,
    });
    return { findings, samples };
  }
  if (findings.length === 0)
    findings.push({
      level: 'fault',
      text: `${options.url} did not answer within ${LISTEN_MS / 1000} s. Check the address and the firewall.`,
    });
  else if (seen === 0)
    findings.push({
      level: 'warning',
      text: `No message came within ${LISTEN_MS / 1000} s. Check the topics: ${options.topics.join(', ')}.`,
    });
  return { findings, samples };
}
