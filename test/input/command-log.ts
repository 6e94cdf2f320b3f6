import type { KafkaConnection } from '#kafka/connection/connection.js';

/** Counts what gateways have published, so that each case can be asked whether it brought something into the log. */
export class CommandLog {
  private readonly admin: ReturnType<KafkaConnection['admin']>;

  constructor(
    kafka: KafkaConnection,
    private readonly topic: string,
  ) {
    this.admin = kafka.admin();
  }

  connect(): Promise<void> {
    return this.admin.connect();
  }

  /** Records in all partitions, since the topic was made. */
  async records(): Promise<number> {
    return (await this.admin.fetchTopicOffsets(this.topic)).reduce((sum, { high }) => sum + Number(high), 0);
  }

  close(): Promise<void> {
    return this.admin.disconnect();
  }
}
