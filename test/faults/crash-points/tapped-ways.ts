import type { ServiceName } from '#stack/services/service-environment.js';
import { TcpProxy, type WireTap } from '#testing/tcp-proxy.js';
import { infrastructure } from '#testing/test-infrastructure.js';

/** The proxies of one process, and of its successor. */
export class TappedWay {
  constructor(
    readonly service: ServiceName,
    readonly proxies: TcpProxy[],
  ) {}

  /** The one tap on all connections of the process; none when undefined. */
  tap(tap: WireTap | undefined): void {
    for (const proxy of this.proxies) proxy.tap = tap;
  }
}

/** Gives each process of a world separate proxies to the broker and the database, so that its messages are known to be its own. */
export class TappedWays {
  private readonly ways: TappedWay[] = [];

  /** In the order in which the processes were started. */
  of(service: ServiceName): TappedWay[] {
    return this.ways.filter((way) => way.service === service);
  }

  /** Opens a way for one more process; the environment leads it there. */
  async open(service: ServiceName): Promise<Record<string, string>> {
    const { brokers, databaseUrl } = infrastructure();
    const broker = await TcpProxy.start(brokers[0]!, { kafka: true });
    if (service === 'gateway') {
      this.ways.push(new TappedWay(service, [broker]));
      return { KAFKA_BROKERS: broker.address };
    }
    const proxied = new URL(databaseUrl);
    const database = await TcpProxy.start(proxied.host, { postgres: true });
    proxied.port = String(database.port);
    this.ways.push(new TappedWay(service, [broker, database]));
    return { KAFKA_BROKERS: broker.address, DATABASE_URL: proxied.href };
  }

  /**
   * Opens a way from a process to a receiver of webhooks, which belongs to its messages like the others. @returns where
   * it begins, as `host:port`
   */
  async openToReceiver(way: TappedWay, target: string): Promise<string> {
    const proxy = await TcpProxy.start(target);
    way.proxies.push(proxy);
    return proxy.address;
  }

  async close(): Promise<void> {
    await Promise.all(this.ways.flatMap(({ proxies }) => proxies.map((proxy) => proxy.close())));
  }
}
