import { hash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { LRUCache } from 'lru-cache';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { Caller } from '#identity/caller.js';
import { documentFor } from './caller-document.js';
import { viewOf } from './caller-view.js';

/** A document has about 100,000; callers with the same view share one. */
const MAX_CHARACTERS = 16_000_000;

/** The OpenAPI document as each caller may see it; serialised once for all callers with the same view, while it is in use. */
export class InterfaceDocument {
  private readonly texts = new LRUCache<string, string>({ maxSize: MAX_CHARACTERS, sizeCalculation: (text) => text.length });

  constructor(
    private readonly document: OpenAPIObject,
    private readonly directory: DirectoryCopy,
  ) {}

  /** `caller` null: the public part. */
  textFor(caller: Caller | null): string {
    const view = viewOf(caller, this.directory);
    const key = hash('sha256', JSON.stringify(view), 'base64url');
    let text = this.texts.get(key);
    if (text === undefined) this.texts.set(key, (text = JSON.stringify(documentFor(this.document, view))));
    return text;
  }
}
