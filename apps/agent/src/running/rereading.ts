import type { Logger } from '#telemetry/logger.js';
import type { SourceConfig } from '../configuration/agent-config.js';
import type { Received, Rereader } from '../reading/source.js';
import { errorText } from '../sources/connecting/error-text.js';
import { sourceKind } from '../sources/sources.js';

/** Reads quarantined messages again for one replay; each source is opened for its first message. */
export class Rereading {
  private readonly rereaders = new Map<string, Rereader | undefined>();
  /** Sources whose tracking system does not answer, so that it is not called again for every message. */
  private readonly failures = new Map<string, string>();
  private readonly ending = new AbortController();

  constructor(private readonly log: Logger) {}

  /** The source's current reading; undefined when only a map can read it; a text: why it cannot be read now. */
  async read(source: SourceConfig, document: unknown): Promise<Received | string | undefined> {
    const failure = this.failures.get(source.name);
    if (failure !== undefined) return failure;
    try {
      return await this.of(source)?.read(document);
    } catch (error) {
      const reason = `the source could not read it again (${errorText(error)})`;
      this.failures.set(source.name, reason);
      return reason;
    }
  }

  async close(): Promise<void> {
    this.ending.abort();
    await Promise.all([...this.rereaders.values()].map((each) => each?.close?.()));
  }

  private of(source: SourceConfig): Rereader | undefined {
    const { name, kind, options } = source;
    if (!this.rereaders.has(name))
      this.rereaders.set(name, sourceKind(kind)?.rereader?.(options as never, { name, log: this.log, signal: this.ending.signal }));
    return this.rereaders.get(name);
  }
}
