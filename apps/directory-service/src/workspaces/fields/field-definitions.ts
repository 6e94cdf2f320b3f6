import { Injectable } from '@nestjs/common';
import { Not, type Repository } from 'typeorm';
import type { FieldDefinitionDto } from '#contracts/directory/dto/field-definition.dto.js';
import type { FieldRecord } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import type { Actor } from '../../auditing/actor.js';
import { FieldDefinition } from '../../entities/field-definition.entity.js';
import { Workspace } from '../../entities/workspace.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { unknownWorkspace } from '../../publishing/locked-workspace.js';
import { checkMembers } from './definition-members.js';

/** Per workspace; every gateway has a copy of all definitions in memory. */
const MAX_DEFINITIONS = 1000;

/** The definitions of fields by workspace. */
@Injectable()
export class FieldDefinitions {
  constructor(
    private readonly store: DirectoryStore,
    @InjectRepository(FieldDefinition) private readonly definitions: Repository<FieldDefinition>,
    @InjectRepository(Workspace) private readonly workspaces: Repository<Workspace>,
  ) {}

  /** All definitions, by name. @throws Problem 404 */
  async list(workspace: string): Promise<{ fields: FieldRecord[] }> {
    await this.requireWorkspace(workspace);
    const defined = await this.definitions.find({ where: { workspace }, order: { name: 'ASC' } });
    return { fields: defined.map(({ name, definition }) => ({ workspace, name, ...definition })) };
  }

  /** @throws Problem 404 if the workspace does not exist or is deleted */
  async requireWorkspace(workspace: string): Promise<void> {
    if (!(await this.workspaces.existsBy({ id: workspace, status: Not('deleted') }))) throw unknownWorkspace(workspace);
  }

  /**
   * Creates or replaces a definition, which also completes the review of the field.
   * @throws Problem 404, 409 beyond the limit of definitions, 422
   */
  put(actor: Actor, workspace: string, name: string, given: FieldDefinitionDto): Promise<FieldRecord> {
    checkMembers(given);
    const definition = { ...given, review: given.review ?? 'approved', onConflict: given.onConflict ?? 'warn' } as const;
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      if ((await changes.of(FieldDefinition).countBy({ workspace, name: Not(name) })) >= MAX_DEFINITIONS)
        throw new Problem(
          'conflict',
          `The workspace ${workspace} has ${MAX_DEFINITIONS} field definitions, the maximum; delete one first.`,
        );
      await changes.put(FieldDefinition, { workspace, name, definition });
      await changes.client.query(`delete from field_sighting where workspace = $1 and name = $2`, [workspace, name]);
      const record = { workspace, name, ...definition };
      await changes.publish('field', `${workspace}:${name}`, record);
      await changes.audit('field.put', `field:${name}`, {
        workspace,
        detail: { type: definition.type, review: definition.review, onConflict: definition.onConflict },
      });
      return record;
    });
  }

  /** Deletes a definition; the field is then undefined again. @throws Problem 404 */
  remove(actor: Actor, workspace: string, name: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      const { affected } = await changes.of(FieldDefinition).delete({ workspace, name });
      if (affected === 0) throw new Problem('not-found', 'The workspace has no definition for this field.');
      await changes.withdraw('field', `${workspace}:${name}`);
      await changes.audit('field.remove', `field:${name}`, { workspace });
    });
  }
}

/** Removes all definitions and sightings of the fields of a removed workspace. */
export async function removeFieldsOf(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.client.query(`delete from field_sighting where workspace = $1`, [workspace]);
  const definitions = await changes.of(FieldDefinition).findBy({ workspace });
  await changes.of(FieldDefinition).delete({ workspace });
  for (const { name } of definitions) await changes.withdraw('field', `${workspace}:${name}`);
}

async function lockWorkspace(changes: ChangeSet, workspace: string): Promise<void> {
  const { rowCount } = await changes.client.query(
    `select 1 from workspace where id = $1 and status in ('active', 'suspended') for update`,
    [workspace],
  );
  if (rowCount === 0) throw unknownWorkspace(workspace);
}
