import type { ServiceName } from '#stack/services/service-environment.js';
import { TcpProxy, type WireTap } from '#testing/tcp-proxy.js';
import { infrastructure } from '#testing/test-infrastructure.js';

/** The proxies of one process, and of the process that replaces it. */
export class TappedWay {
  constructor(
    readonly service: ServiceName,
    readonly proxies: TcpProxy[],
  ) {}

  /** Sets the tap on all connections of the process; undefined removes it. */
  tap(tap: WireTap | undefined): void {
    for (const proxy of this.proxies) proxy.tap = tap;
  }
}

/** Gives each process of a world its own proxies to the broker and the database. They show which process sent a message. */
export class TappedWays {
  private readonly ways: TappedWay[] = [];

  /** The proxies of a service's processes, in the order in which these were started. */
  of(service: ServiceName): TappedWay[] {
    return this.ways.filter((way) => way.service === service);
  }

  /** Opens proxies for one more process. @returns the environment that makes the process use them */
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
   * Opens a proxy from a process to a receiver of webhooks, tapped like the others. @returns the address of the proxy,
   * as `host:port`
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
