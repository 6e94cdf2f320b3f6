import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PlanLimits } from '#contracts/directory/plan-limits.js';

/** A plan that workspaces can have. */
@Entity('plan')
export class Plan {
  @PrimaryColumn('text')
  name: string;

  /** Limits that are newer than the plan are missing, and do not apply. */
  @Column('jsonb')
  limits: Partial<PlanLimits>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
