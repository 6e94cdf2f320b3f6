import type { StatusReport } from '../../src/status/status-report.js';

/** A day of an agent, with an example of everything. */
export function sampleReport(now = new Date()): StatusReport {
  const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString();
  return {
    version: '0.1.0',
    newerVersion: '0.2.0',
    startedAt: ago(93_000),
    now: now.toISOString(),
    well: true,
    configuration: { file: '/etc/waymark-agent/agent.yaml', readAt: ago(4_000) },
    gateway: {
      url: 'https://waymark.example',
      workspace: 'harbour',
      lastAnswer: { at: ago(3_600), text: 'the gateway takes calls', good: true },
    },
    queue: {
      length: 1250,
      oldestSeconds: 75,
      bytes: 512 * 1024 * 1024,
      maxBytes: 2 ** 31,
      whenFull: 'wait',
      sent: 1_834_112,
      sentPerSecond: 12.5,
      dropped: 0,
    },
    sources: [
      {
        name: 'hall-3',
        kind: 'omlox',
        state: 'connected',
        since: ago(86_000),
        detail: 'subscribed to trackable_motions at https://hub.example/v2',
        received: 1_900_345,
        receivedPerSecond: 41.2,
        queued: 1_801_000,
        merged: 99_311,
        quarantined: [
          {
            reason: 'local-coordinates',
            count: 27,
            sample: {
              at: ago(900),
              detail: 'No zone is known for the source 7f1c…',
              document: '{"id":"fork-7","location":{"position":{"type":"Point","coordinates":[12.5,3.25]},"source":"7f1c"}}',
            },
          },
          {
            reason: 'impossible-time',
            count: 7,
            sample: {
              at: ago(4_000),
              detail: '"1970-01-01T00:00:00Z" is no time of the years 2000 to 2099.',
              document: '{"id":"fork-9","timestamp_generated":"1970-01-01T00:00:00Z"}',
            },
          },
        ],
      },
      {
        name: 'phones',
        kind: 'http-listener',
        state: 'disconnected',
        since: ago(120),
        detail: '0.0.0.0:5055: the port is taken',
        received: 34_362,
        receivedPerSecond: 0,
        queued: 34_362,
        merged: 0,
        quarantined: [],
      },
    ],
    refused: [
      {
        reason: 'belongs-to-another-workspace',
        count: 12,
        sample: {
          at: ago(30),
          detail: 'The object belongs to another workspace.',
          document: '{"externalId":"crane-7","observedAt":"2026-11-21T08:00:00.000Z"}',
        },
      },
    ],
  };
}
