import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Names the log that cursors point into; a reset makes a new one, a rebuild keeps it. One row. */
@Entity('feed_epoch')
export class FeedEpoch {
  @PrimaryColumn('boolean')
  single: true;

  @Column('uuid')
  epoch: string;
}
