import { execa } from 'execa';

export interface SystemUser {
  uid: number;
  gid: number;
}

const NAME = 'postgres';

/**
 * The user that runs the database. PostgreSQL refuses to run as root, so root uses the system user `postgres`, which is created if it is
 * missing. Undefined for all other users, who run it under their own account.
 */
export async function databaseUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await lookUp()) ?? (await create());
}

async function lookUp(): Promise<SystemUser | undefined> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execa('id', [flag, NAME], { reject: false })));
  if (uid?.exitCode !== 0 || gid?.exitCode !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function create(): Promise<SystemUser> {
  await execa('groupadd', ['--system', '--force', NAME]);
  await execa('useradd', ['--system', '--gid', NAME, '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]);
  const user = await lookUp();
  if (!user)
    throw new Error(
      `The system user "${NAME}" that the embedded PostgreSQL needs under root could not be made. Make it ` +
        `by hand: useradd --system ${NAME}`,
    );
  return user;
}
