import { objectId, sampleOf, VARIANTS } from '../../load/fleet.js';
import { FLEET_KEY } from '../tile38/fleet-key.js';
import { RespConnection } from '../tile38/resp-connection.js';
import { encodeCommand } from '../tile38/resp.js';
import type { Update, Writer } from './writer.js';

/** What follows the id in the command of each sample, serialised once. */
function tails(): string[] {
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const { lat, lon, alt, battery, temperature } = sampleOf(variant);
    const parts = ['FIELD', 'battery', battery, 'FIELD', 'temperature', temperature, 'POINT', lat, lon, alt].map(String);
    return encodeCommand(parts).replace(/^\*\d+\r\n/, '');
  });
}

/** Number of parts of a SET with two fields and a point with its altitude. */
const PARTS = 13;
const HEAD = encodeCommand(['SET', FLEET_KEY]).replace(/^\*\d+/, `*${PARTS}`);

/** Pipelines SET commands. */
export class Tile38Writer implements Writer {
  readonly #tails = tails();

  private constructor(private readonly connection: RespConnection) {}

  static async open(port: number): Promise<Tile38Writer> {
    return new Tile38Writer(await RespConnection.open(port));
  }

  async write(updates: readonly Update[]): Promise<void> {
    let commands = '';
    for (const { number, variant } of updates) {
      const id = objectId(number);
      commands += `${HEAD}$${id.length}\r\n${id}\r\n${this.#tails[variant]}`;
    }
    const replies = await this.connection.send(commands, updates.length);
    const refused = replies.find((reply) => reply !== 'OK');
    if (refused !== undefined) throw new Error(`Tile38 answered ${String(refused)} to a SET.`);
  }

  close(): void {
    this.connection.close();
  }
}
