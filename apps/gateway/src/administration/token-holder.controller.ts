import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Caller, Narrowing } from '#identity/caller.js';
import { Forwarder } from '../forwarding/forwarder.js';
import type { WholeCalls } from '../forwarding/whole-calls.js';

const KINDS = ['token', 'person', 'share-link'] as const;

/** The answer about the holder of a token; for a person, the directory adds more. */
interface TokenHolder {
  kind: 'machine' | 'person' | 'share-link' | 'foreign';
  subject: string;
  tokenId: string;
  operator: boolean;
  /** Workspaces that are being deleted are left out. */
  workspaces: { id: string; name?: string; scopes: string[] }[];
  scopes: string[];
  issuedAt: string;
  expiresAt: string;
  /** Null: the token is not narrowed. */
  narrowing: Narrowing | null;
}

/** For a person the directory's answer, completed with data of the token; for any other caller only the token's data. */
@Controller()
export class TokenHolderController {
  private readonly directory: WholeCalls;

  constructor(
    forwarder: Forwarder,
    private readonly copy: DirectoryCopy,
  ) {
    this.directory = forwarder.whole('directory');
  }

  @Get('auth/me')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const holder = holderOf(request.caller, this.copy);
    if (holder.kind !== 'person') return reply.header('cache-control', 'no-store').send(holder);
    const answer = await this.directory.ask(request);
    if (answer.status !== 200) return this.directory.answer(reply, answer);
    const person = JSON.parse(answer.body.toString()) as { workspaces: { id: string }[] };
    const scopes = new Map(holder.workspaces.map((workspace) => [workspace.id, workspace.scopes]));
    const workspaces = person.workspaces.map((workspace) => ({ ...workspace, scopes: scopes.get(workspace.id) ?? [] }));
    return reply.header('cache-control', 'no-store').send({ ...holder, ...person, workspaces });
  }
}

/** The holder of a share link gets no workspace names: a link shows some objects, and the names are internal to the customer. */
export function holderOf(caller: Caller, copy: Pick<DirectoryCopy, 'workspace'>): TokenHolder {
  const { subject, tokenId, grants, scopes, narrowing = null } = caller;
  const kind = kindOf(subject);
  const workspaces = [...grants].flatMap(([id, granted]) => {
    const workspace = copy.workspace(id);
    if (workspace === undefined || workspace.status === 'deleting') return [];
    return [{ id, ...(kind !== 'share-link' && { name: workspace.name }), scopes: [...granted].sort() }];
  });
  return {
    kind,
    subject,
    tokenId,
    operator: scopes.has('operator'),
    workspaces,
    scopes: [...scopes].sort(),
    issuedAt: moment(caller.issuedAt),
    expiresAt: moment(caller.expiresAt),
    narrowing,
  };
}

/** A token of a foreign issuer has `issuer|subject`. */
function kindOf(subject: string): TokenHolder['kind'] {
  const begin = KINDS.find((each) => subject.startsWith(`${each}:`));
  if (begin !== undefined) return begin === 'token' ? 'machine' : begin;
  return subject.includes('|') ? 'foreign' : 'machine';
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();
