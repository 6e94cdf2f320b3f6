import type { PoolClient } from 'pg';

const TURN = `hashtext('waymark.report-erasures ' || current_schema())`;

/** Blocks erasures until the transaction ends, so that the list of erased objects stays valid and a later erasure finds the new rows. */
export async function holdOffErasures(client: PoolClient): Promise<void> {
  await client.query({ name: 'hold-off-erasures', text: `select pg_advisory_xact_lock_shared(${TURN})` });
}

/** Waits for transactions that block erasures, and excludes further ones until the transaction ends. */
export async function takeErasuresTurn(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${TURN})`);
}
