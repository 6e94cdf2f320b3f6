import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PlanLimits } from '#contracts/directory/plan-limits.js';

/** A plan that workspaces can have. */
@Entity('plan')
export class Plan {
  @PrimaryColumn('text')
  name: string;

  /** Those that were not there when it was written are missing: nothing limits them. */
  @Column('jsonb')
  limits: Partial<PlanLimits>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
