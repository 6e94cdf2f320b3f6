import { hash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { LRUCache } from 'lru-cache';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { Caller } from '#identity/caller.js';
import { documentFor } from './caller-document.js';
import { viewOf } from './caller-view.js';

/** Limit of all cached documents. One has about 100,000 characters; callers with the same view share one. */
const MAX_CHARACTERS = 16_000_000;

/**
 * The OpenAPI document for each caller, reduced to what the caller may use. Serialised once for callers with the same view. It is completed
 * for its first reader, so that the start of the gateway does not wait for it.
 */
export class InterfaceDocument {
  private readonly texts = new LRUCache<string, string>({ maxSize: MAX_CHARACTERS, sizeCalculation: (text) => text.length });

  private document: OpenAPIObject | undefined;

  constructor(
    private readonly describe: () => OpenAPIObject,
    private readonly directory: DirectoryCopy,
  ) {}

  /** The document as JSON. @param caller null: anonymous, who sees the public part */
  textFor(caller: Caller | null): string {
    const view = viewOf(caller, this.directory);
    const key = hash('sha256', JSON.stringify(view), 'base64url');
    let text = this.texts.get(key);
    if (text === undefined) {
      this.document ??= this.describe();
      this.texts.set(key, (text = JSON.stringify(documentFor(this.document, view))));
    }
    return text;
  }
}
