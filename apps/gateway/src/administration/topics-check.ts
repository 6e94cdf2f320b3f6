import { broken, type Finding, fine } from '#contracts/directory/diagnosis.js';
import { BROKER_VARIABLES } from '#kafka/connection/broker-settings.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { connectionAdvice } from '#kafka/connection/connection-advice.js';
import { checkTopics, TopicMismatchError, type TopicPlan } from '#kafka/topics/topics.js';

/** Whether all topics match the settings of the gateway. */
export async function examineTopics(kafka: KafkaConnection, plan: TopicPlan): Promise<Finding[]> {
  try {
    await checkTopics(kafka, plan);
    return [fine('broker.topics', 'all are as they must be')];
  } catch (error) {
    if (error instanceof TopicMismatchError)
      return error.message.split('\n').map((line) => broken('broker.topics', line, 'As it says; see docs/operations.md.'));
    return [
      broken(
        'broker.topics',
        'the broker does not answer',
        connectionAdvice(error, BROKER_VARIABLES, kafka.settings) ?? 'Start the broker, or look at its log; is KAFKA_BROKERS right?',
      ),
    ];
  }
}
