import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { asyncApiDocument } from '#contracts/schemas/asyncapi.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Caller } from '#identity/caller.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { type TopicsView, topicsViewOf } from './caller-view.js';
import { messageExamples } from './topic-examples.js';
import { topicServers } from './topic-servers.js';

const MAX_CHARACTERS = 8_000_000;

interface Topics {
  channels: object;
  operations: object;
  components: { messages: Record<string, object> };
}

/** The AsyncAPI document for each caller, reduced to what the caller may see, with the caller's own fields in the examples. */
@Injectable()
export class TopicsDocument {
  private readonly whole = {
    public: asyncApiDocument('public') as unknown as Topics,
    internal: asyncApiDocument('internal') as unknown as Topics,
  };
  private readonly texts = new LRUCache<string, string>({ maxSize: MAX_CHARACTERS, sizeCalculation: (text) => text.length });

  constructor(
    private readonly directory: DirectoryCopy,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  textFor(caller: Caller): string {
    const view = topicsViewOf(caller, this.directory);
    const key = hash('sha256', JSON.stringify(view), 'base64url');
    let text = this.texts.get(key);
    if (text === undefined) this.texts.set(key, (text = JSON.stringify(this.documentFor(view))));
    return text;
  }

  private documentFor({ shown, examples }: TopicsView): Topics {
    if (shown === 'none') return { ...this.whole.public, channels: {}, operations: {}, components: { messages: {} } };
    const { components, ...topics } = this.whole[shown];
    const messages = Object.entries(components.messages).map(
      ([name, message]) => [name, { ...message, examples: messageExamples(name, examples) }] as const,
    );
    const { servers, securitySchemes } = topicServers(this.config, shown);
    return { ...topics, ...servers, components: { ...securitySchemes, messages: Object.fromEntries(messages) } };
  }
}
