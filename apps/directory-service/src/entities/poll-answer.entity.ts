import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An answer in a poll, with a `person`, or a `mark` if the poll is anonymous. */
@Entity('poll_answer')
export class PollAnswer {
  @PrimaryColumn('uuid')
  id: string;

  /** Id of the poll. */
  @Column('uuid')
  poll: string;

  /** Id of the person; null if the poll is anonymous, or the person has left. */
  @Column('uuid', { nullable: true })
  person: string | null;

  /** Keyed hash of poll and person; null if the poll is not anonymous. */
  @Column('bytea', { nullable: true })
  mark: Buffer | null;

  /** Ids of the chosen options. */
  @Column('uuid', { array: true })
  options: string[];
}
