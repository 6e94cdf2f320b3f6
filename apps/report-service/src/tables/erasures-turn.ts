import type { PoolClient } from 'pg';

const TURN = `hashtext('waymark.report-erasures ' || current_schema())`;

/** Blocks erasures until the transaction ends: the list of erased objects stays valid, and a later erasure finds the written rows. */
export async function holdOffErasures(client: PoolClient): Promise<void> {
  await client.query({ name: 'hold-off-erasures', text: `select pg_advisory_xact_lock_shared(${TURN})` });
}

/** Waits for those that hold erasures off, and keeps them out until the transaction ends. */
export async function takeErasuresTurn(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${TURN})`);
}
