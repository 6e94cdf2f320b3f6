"""Reads a topic of Waymark with confluent-kafka and prints each new revision as one line of JSON.

See docs/consuming-the-topics.md.
    pip install confluent-kafka
    KAFKA_BROKERS=127.0.0.1:19092 python3 examples/consume_topics.py
"""
import json
import os
import signal

from confluent_kafka import Consumer

env = os.environ.get
settings = {
    "bootstrap.servers": env("KAFKA_BROKERS", "127.0.0.1:19092"),
    "group.id": env("GROUP", "example-python"),
    "auto.offset.reset": "earliest",
    "enable.auto.offset.store": False,
}
if env("KAFKA_USERNAME"):
    settings |= {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-256",
        "sasl.username": env("KAFKA_USERNAME"),
        "sasl.password": env("KAFKA_PASSWORD", ""),
    }
workspace = env("WORKSPACE")
running = True


def stop(*_):
    global running
    running = False


signal.signal(signal.SIGINT, stop)
signal.signal(signal.SIGTERM, stop)

# Keep this next to your own data: a restart repeats records after the last committed offset.
revisions = {}

consumer = Consumer(settings)
consumer.subscribe([env("TOPIC", "object.events")])
try:
    while running:
        message = consumer.poll(0.5)
        if message is None:
            continue
        if message.error():
            raise SystemExit(f"The broker answered: {message.error()}")
        headers = {name: value.decode() for name, value in message.headers() or []}
        external_id, revision = message.key().decode(), int(headers["ce_revision"])
        wanted = workspace is None or headers["ce_workspace"] == workspace
        if wanted and revision > revisions.get(external_id, 0):  # else it was seen before
            revisions[external_id] = revision
            data = None if message.value() is None else json.loads(message.value())  # None: a tombstone
            line = {
                "type": headers["ce_type"],
                "workspace": headers["ce_workspace"],
                "externalId": external_id,
                "revision": revision,
                "partition": message.partition(),
                "data": data,
            }
            print(json.dumps(line), flush=True)
        consumer.store_offsets(message)  # handled: may be committed
finally:
    consumer.close()
