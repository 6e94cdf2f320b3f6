import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import type { PlanRecord } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import type { Actor } from '../../auditing/actor.js';
import { Plan } from '../../entities/plan.entity.js';
import { Workspace } from '../../entities/workspace.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';

/** The plans of a new installation, which operators can change. */
const FIRST_PLANS: Readonly<Record<string, Partial<PlanLimits>>> = {
  unlimited: {},
  free: {
    callsPerMonth: 10_000,
    callsPerSecond: 5,
    elementsPerSecond: 50,
    tokenCallsPerSecond: 5,
    tokenElementsPerSecond: 50,
    elementsPerCall: 100,
    bodyBytes: 262_144,
    historyDays: 7,
    webhooks: 1,
    objects: 100_000,
    newObjectsPerDay: 10_000,
  },
};

/** The plans that workspaces can have. */
@Injectable()
export class Plans {
  constructor(
    private readonly store: DirectoryStore,
    @InjectRepository(Plan) private readonly plans: Repository<Plan>,
  ) {}

  async list(): Promise<{ plans: PlanRecord[] }> {
    const plans = await this.plans.find({ order: { name: 'ASC' } });
    return { plans: plans.map(({ name, limits }) => ({ name, limits: { ...UNLIMITED, ...limits } })) };
  }

  put(actor: Actor, name: string, limits: Partial<PlanLimits>): Promise<PlanRecord> {
    return this.store.change(actor, (changes) => write(changes, name, limits));
  }

  /** @throws Problem 404, 409 while workspaces use the plan */
  remove(actor: Actor, name: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      // Waits for transactions that assign the plan to a workspace.
      const plan = await changes.of(Plan).findOne({ where: { name }, lock: { mode: 'pessimistic_write' } });
      if (plan === null) throw new Problem('not-found', 'This plan does not exist.');
      const user = await changes.of(Workspace).findOneBy({ plan: name });
      if (user !== null)
        throw new Problem(
          'conflict',
          `The plan ${name} is used by the workspace ${user.id}, perhaps also by others; assign them another plan first.`,
        );
      await changes.of(Plan).delete({ name });
      await changes.withdraw('plan', name);
      await changes.audit('plan.remove', `plan:${name}`);
    });
  }

  /** Creates the first plans, unless there was ever a plan. */
  async begin(actor: Actor): Promise<void> {
    await this.store.change(actor, async (changes) => {
      await changes.client.query(`lock table plan in share row exclusive mode`);
      if ((await changes.of(Plan).count({ take: 1 })) > 0) return;
      for (const [name, limits] of Object.entries(FIRST_PLANS)) await write(changes, name, limits);
    });
  }
}

async function write(changes: ChangeSet, name: string, given: Partial<PlanLimits>): Promise<PlanRecord> {
  const limits = { ...UNLIMITED, ...given };
  await changes.put(Plan, { name, limits });
  await changes.publish('plan', name, { name, limits });
  await changes.audit('plan.put', `plan:${name}`, { detail: limits });
  return { name, limits };
}
