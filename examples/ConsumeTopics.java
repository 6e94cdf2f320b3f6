// Reads a topic of Waymark with kafka-clients and prints each new revision as one line. See docs/consuming-the-topics.md.
//   KAFKA_BROKERS=127.0.0.1:19092 java -cp '.waymark/kafka-jars/*' examples/ConsumeTopics.java
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

public class ConsumeTopics {
    public static void main(String[] arguments) throws Exception {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", env("KAFKA_BROKERS", "127.0.0.1:19092"));
        settings.put("group.id", env("GROUP", "example-java"));
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", "false");
        if (env("KAFKA_USERNAME", null) != null) {
            settings.put("security.protocol", "SASL_SSL");
            settings.put("sasl.mechanism", "SCRAM-SHA-256");
            settings.put("sasl.jaas.config", "org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
                    + env("KAFKA_USERNAME", "") + "\" password=\"" + env("KAFKA_PASSWORD", "") + "\";");
        }
        String workspace = env("WORKSPACE", null);
        // Keep this next to your own data: a restart repeats records after the last committed offset.
        Map<String, Long> revisions = new HashMap<>();

        KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            consumer.wakeup();
            try {
                main.join();
            } catch (InterruptedException ignored) {
                // The process ends anyway.
            }
        }));
        try (consumer) {
            consumer.subscribe(List.of(env("TOPIC", "object.events")));
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(500))) {
                    long revision = Long.parseLong(header(record, "ce_revision"));
                    boolean wanted = workspace == null || workspace.equals(header(record, "ce_workspace"));
                    if (!wanted || revision <= revisions.getOrDefault(record.key(), 0L)) continue; // seen before
                    revisions.put(record.key(), revision);
                    // The value is JSON, or null for a tombstone: parse it with the library of your choice.
                    System.out.println(String.join("\t", header(record, "ce_type"), header(record, "ce_workspace"), record.key(),
                            String.valueOf(revision), String.valueOf(record.partition()), String.valueOf(record.value())));
                }
                consumer.commitSync();
            }
        } catch (WakeupException stopped) {
            // SIGINT or SIGTERM; try-with-resources leaves the group.
        }
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static String env(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
