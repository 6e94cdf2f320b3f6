import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn, VirtualColumn } from 'typeorm';
import type { Role } from '#contracts/directory/roles.js';

export interface PollOption {
  id: string;
  /** 1…120 characters. */
  text: string;
}

/** The people who may answer. */
export type PollAudience = { kind: 'workspace' } | { kind: 'roles'; roles: Role[] } | { kind: 'people'; people: string[] };

export type ResultsShown = 'always' | 'afterAnswer' | 'afterClose';

/** The counts of a poll: the number of answers, and of those with each option, by its id. */
export interface Tally {
  total: number;
  counts: Record<string, number>;
}

/** SQL, true of a poll that takes no answers any more; by the clock, also within a transaction that waited. @param poll table or alias */
export const isClosed = (poll: string): string =>
  `(${poll}.closed_at is not null or coalesce(${poll}.closes_at <= clock_timestamp(), false))`;

/** A question to the people of a workspace. */
@Entity('poll')
export class Poll {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  workspace: string;

  @Column('text')
  question: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('jsonb')
  options: PollOption[];

  /** How many may be chosen. */
  @Column('int')
  multiple: number;

  @Column('jsonb')
  audience: PollAudience;

  @Column('timestamptz', { name: 'closes_at', nullable: true })
  closesAt: Date | null;

  /** Null also for a while after its time has come. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  @Column('text')
  results: ResultsShown;

  @Column('boolean')
  anonymous: boolean;

  /** Of an anonymous poll that is closed: its answers are gone then. */
  @Column('jsonb', { nullable: true })
  tally: Tally | null;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;

  /** One more with each change. */
  @VersionColumn()
  revision: number;

  /** By hand, or because its time has come. */
  @VirtualColumn({ type: 'boolean', query: isClosed })
  closed: boolean;
}
