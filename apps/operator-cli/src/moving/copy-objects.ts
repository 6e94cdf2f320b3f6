import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectAdoption } from '#object-rules/command.js';
import { isErased, type KeptObject } from '#object-rules/object.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { part } from '../session/command-work.js';
import { adoptionsOf, type HistoryLine } from './adoptions-of.js';
import { copyPictures, withPictures } from './copy-pictures.js';
import type { MoveSide } from './move-side.js';

const IDS_AT_ONCE = 100;
const HISTORIES_AT_ONCE = 6;
const ELEMENTS_PER_CALL = 400;
const CHARACTERS_PER_CALL = 512 * 1024;
const WAIT_S = 20;
/** The projection usually lags a few milliseconds behind the objects. */
const LAG_POLL_MS = 100;
const MAX_LAG_MS = 120_000;

interface ElementResult {
  externalId: string;
  status: string;
  error?: { code: string; detail: string };
}

export interface CopyParts {
  workspace: string;
  here: MoveSide;
  there: MoveSide;
  /** A token here that can read objects of the workspace. */
  token: () => Promise<string>;
  /** Id of the move; with it, reads are still answered here after calls are forwarded. */
  move: string;
}

/** Copies objects with their histories and pictures. It skips existing data there, so it can be repeated at any time. */
export class ObjectCopy {
  /** Changes adopted there. */
  changes = 0;
  /** Pictures stored there. */
  pictures = 0;

  constructor(private readonly parts: CopyParts) {}

  /** @returns the number of objects that were missing or different there */
  async copy(ids: readonly string[]): Promise<number> {
    let lagging = 0;
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) lagging += await this.copySome(ids.slice(at, at + IDS_AT_ONCE));
    return lagging;
  }

  private async copySome(ids: readonly string[]): Promise<number> {
    const { here, there } = this.parts;
    const [from, to] = [await here.kept(ids), await there.kept(ids)];
    const missing = [...from.objects.values()].filter(({ externalId, revision }) => revision > (to.objects.get(externalId)?.revision ?? 0));
    for (let at = 0; at < missing.length; at += HISTORIES_AT_ONCE) {
      const adoptions = await Promise.all(
        missing.slice(at, at + HISTORIES_AT_ONCE).map((object) => this.adoptions(object, to.objects.get(object.externalId))),
      );
      await this.send(adoptions.flat());
    }
    const adopted = new Set(missing.map(({ externalId }) => externalId));
    const pictured = withPictures(from).filter((id) => adopted.has(id) || to.picturesMissing.has(id));
    this.pictures += await copyPictures(here, there, pictured);
    return missing.length;
  }

  private async adoptions(object: KeptObject, there: KeptObject | undefined): Promise<ObjectAdoption[]> {
    const subject = `move:${this.parts.move}`;
    const { externalId, revision, updatedAt } = object;
    if (isErased(object))
      return [{ op: 'adopt', externalId, kind: 'erased', change: { revision, observedAt: updatedAt, receivedAt: updatedAt, subject } }];
    const lines = await this.history(externalId, revision);
    if (lines === undefined) return [];
    return adoptionsOf(object, lines, {
      revisionThere: there?.revision ?? 0,
      isErasedThere: there !== undefined && isErased(there),
      subject,
    });
  }

  /** @returns undefined if the object was erased meanwhile, and perhaps created again @throws CliError if the projection stays behind */
  private async history(externalId: string, revision: number): Promise<HistoryLine[] | undefined> {
    const { here, workspace, token, move } = this.parts;
    const path = `/groups/${part(workspace)}/externalObjects/${part(externalId)}/export`;
    const deadline = performance.now() + MAX_LAG_MS;
    for (;;) {
      const lines: HistoryLine[] = [];
      let shown = 0;
      let isWhole = false;
      try {
        for await (const line of here.api.lines(path, await token(), { 'waymark-move': move })) {
          const entry = JSON.parse(line) as { kind: string; object?: { revision: number }; change?: HistoryLine };
          if (entry.kind === 'object') shown = entry.object!.revision;
          else if (entry.kind === 'change') lines.push(entry.change!);
          else isWhole = true;
        }
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
      // The history of a new object with this id is copied with its later state.
      if (isWhole && shown >= revision) return lines.length === 0 || lines.some((line) => line.revision <= revision) ? lines : undefined;
      const now = (await here.kept([externalId])).objects.get(externalId);
      if (now === undefined || isErased(now)) return undefined;
      if (performance.now() > deadline)
        throw new CliError(
          `The history of ${JSON.stringify(externalId)} has lagged the object for two minutes: see waymark lag.`,
          EXIT.refused,
        );
      await sleep(LAG_POLL_MS);
    }
  }

  private async send(adoptions: readonly ObjectAdoption[]): Promise<void> {
    let call: ObjectAdoption[] = [];
    let characters = 0;
    for (const adoption of adoptions) {
      const size = JSON.stringify(adoption).length;
      if (call.length > 0 && (call.length >= ELEMENTS_PER_CALL || characters + size > CHARACTERS_PER_CALL)) {
        await this.post(call);
        [call, characters] = [[], 0];
      }
      call.push(adoption);
      characters += size;
    }
    if (call.length > 0) await this.post(call);
  }

  /** Retried if the outcome is unknown, because a change is adopted only once. */
  private async post(adoptions: readonly ObjectAdoption[]): Promise<void> {
    for (;;) {
      const { status, body } = await this.parts.there.ask('POST', this.parts.there.at('adoptions'), {
        body: adoptions,
        headers: { prefer: `wait=${WAIT_S}` },
      });
      if (status !== 200) continue;
      const { results } = body as { results: ElementResult[] };
      const refused = results.find(({ error }) => error !== undefined && error.code !== 'revision-conflict');
      if (refused !== undefined)
        throw new CliError(
          `The other installation refuses ${JSON.stringify(refused.externalId)}: ${refused.error!.detail} ` +
            `(${refused.error!.code}) When this is resolved, run the command again.`,
          EXIT.refused,
        );
      this.changes += results.filter(({ error }) => error === undefined).length;
      return;
    }
  }
}
