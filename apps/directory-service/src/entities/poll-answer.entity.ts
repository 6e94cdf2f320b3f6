import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What somebody chose in a poll; by `person`, or by `mark` if the poll is anonymous. */
@Entity('poll_answer')
export class PollAnswer {
  @PrimaryColumn('uuid')
  id: string;

  /** Its id. */
  @Column('uuid')
  poll: string;

  /** Null: the poll is anonymous, or the person has left. */
  @Column('uuid', { nullable: true })
  person: string | null;

  /** Keyed hash of poll and person; null: the poll is not anonymous. */
  @Column('bytea', { nullable: true })
  mark: Buffer | null;

  /** Their ids. */
  @Column('uuid', { array: true })
  options: string[];
}
