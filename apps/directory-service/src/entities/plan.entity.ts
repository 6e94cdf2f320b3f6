import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PlanLimits } from '#contracts/directory/plan-limits.js';

/** A plan that workspaces can have. */
@Entity('plan')
export class Plan {
  @PrimaryColumn('text')
  name: string;

  /** Limits that did not exist when the plan was written are missing: they do not apply. */
  @Column('jsonb')
  limits: Partial<PlanLimits>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
