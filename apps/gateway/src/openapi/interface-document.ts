import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Scope } from '#identity/scopes.js';
import type { GatewayRoute } from '../gateway-route.js';
import { ROUTES } from '../routes.js';
import { openApiPath } from './complete-document.js';

/** The OpenAPI document, whole and as each set of scopes may see it; serialised once each (there are few sets). */
@Injectable()
export class InterfaceDocument {
  private document: OpenAPIObject | undefined;
  private readonly texts = new Map<string, string>();

  set(document: OpenAPIObject): void {
    this.document = document;
    this.texts.clear();
  }

  /** `scopes` undefined: the whole interface. */
  textFor(scopes: ReadonlySet<Scope> | undefined): string {
    const key = scopes === undefined ? 'all' : [...scopes].sort().join(' ');
    let text = this.texts.get(key);
    if (text === undefined) this.texts.set(key, (text = JSON.stringify(this.documentFor(scopes))));
    return text;
  }

  private documentFor(scopes: ReadonlySet<Scope> | undefined): OpenAPIObject {
    if (this.document === undefined) throw new Error('The interface was not described.');
    if (scopes === undefined) return this.document;
    const mayCall = (route: GatewayRoute): boolean => route.scope === null || route.scope === 'any' || scopes.has(route.scope);
    const paths: OpenAPIObject['paths'] = {};
    for (const route of ROUTES.filter(mayCall)) {
      const path = openApiPath(route.path);
      const method = route.method.toLowerCase() as 'get';
      const operation = this.document.paths[path]?.[method];
      if (operation !== undefined) paths[path] = { ...paths[path], [method]: operation };
    }
    return { ...this.document, paths };
  }
}
