import { Controller, Get, Header, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Caller } from '#identity/caller.js';
import { Problem } from '#problems/problem.js';

const MAX_CHARACTERS = 256;

/**
 * The workspace that has or had this name, with its present name: printed links contain the name as `ws`. A
 * token without access to the workspace gets the same answer as for an unknown name.
 * @param name from the query, unchecked
 * @throws Problem 400, 404
 */
function namedWorkspace(
  copy: Pick<DirectoryCopy, 'workspaceNamed'>,
  { grants }: Pick<Caller, 'grants'>,
  name: unknown,
): { id: string; name: string } {
  if (typeof name !== 'string' || name === '' || name.length > MAX_CHARACTERS) {
    throw new Problem(
      'invalid-parameter',
      `name must be sent once: a current or former name of a workspace, 1 to ${MAX_CHARACTERS} characters.`,
      { errors: [{ pointer: 'name', detail: 'must be one text' }] },
    );
  }
  const workspace = copy.workspaceNamed(name);
  if (workspace === undefined || workspace.status === 'deleting' || !grants.has(workspace.id))
    throw new Problem('not-found', 'No workspace that the token gives access to has or had this name.');
  return { id: workspace.id, name: workspace.name };
}

@Controller()
export class NamedWorkspaceController {
  constructor(private readonly copy: DirectoryCopy) {}

  @Get('workspaces')
  @Header('cache-control', 'no-store')
  find(@Query('name') name: unknown, @Req() { caller }: FastifyRequest): { id: string; name: string } {
    return namedWorkspace(this.copy, caller, name);
  }
}
