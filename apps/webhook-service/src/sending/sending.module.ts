import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent } from 'undici';
import { CONFIG, REGISTRY } from '#service/tokens.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { AddressRules } from '../network/address-rules.js';
import { createGuardedAgent } from '../network/guarded-agent.js';
import { createHostLookup } from '../network/host-lookup.js';
import { readHostsFile } from '../network/hosts-file.js';
import type { UrlRules } from '../network/receiver-url.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySlots } from './delivery-slots.js';
import { Sender } from './sender.js';

/** Rules for the addresses of receivers. */
export const URL_RULES = Symbol('rules of addresses of receivers');
const AGENT = Symbol('connections to receivers');

function createAgent(config: Config, { addresses }: UrlRules & { addresses: AddressRules }): Agent {
  return createGuardedAgent({
    addresses,
    // Half of the connection timeout remains for connecting. Names of this machine matter only where its networks are allowed.
    lookup: createHostLookup({
      withinMs: config.connectTimeoutMs / 2,
      ...(config.allowedNetworks.length > 0 && { hosts: readHostsFile() }),
    }),
    connectTimeoutMs: config.connectTimeoutMs,
    answerTimeoutMs: config.answerTimeoutMs,
    connections: config.deliveriesAtATime,
  });
}

/** Sends one message to one receiver: signed, within limits, and only to an allowed address. */
@Module({
  providers: [
    {
      provide: URL_RULES,
      useFactory: ({ allowHttp, allowedPorts, allowedNetworks }: Config) => ({
        allowHttp,
        allowedPorts,
        addresses: new AddressRules(allowedNetworks),
      }),
      inject: [CONFIG],
    },
    { provide: AGENT, useFactory: createAgent, inject: [CONFIG, URL_RULES] },
    {
      provide: Sender,
      useFactory: (agent: Agent, rules: UrlRules, { answerTimeoutMs }: Config) => new Sender(agent, rules, answerTimeoutMs),
      inject: [AGENT, URL_RULES, CONFIG],
    },
    { provide: WebhookSecrets, useFactory: ({ keySecret }: Config) => new WebhookSecrets(keySecret), inject: [CONFIG] },
    {
      provide: DeliverySlots,
      useFactory: ({ deliveriesAtATime: atATime, deliveriesOfAWorkspace: ofAWorkspace }: Config, registry: Registry) =>
        new DeliverySlots({ atATime, ofAWorkspace }, registry),
      inject: [CONFIG, REGISTRY],
    },
    { provide: DeliveryMetrics, useFactory: (registry: Registry) => new DeliveryMetrics(registry), inject: [REGISTRY] },
  ],
  exports: [URL_RULES, Sender, WebhookSecrets, DeliverySlots, DeliveryMetrics],
})
export class SendingModule implements OnApplicationShutdown {
  constructor(@Inject(AGENT) private readonly agent: Agent) {}

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
