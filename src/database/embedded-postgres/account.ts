import { chown, stat } from 'node:fs/promises';
import { EmbeddedPostgresError } from './error.ts';
import { type ProgramOptions, type ProgramResult, runProgram } from './process.ts';

/** The system user that Postgres runs as, and how to run a program as that user. */
export interface PostgresAccount {
  run(program: string, args: readonly string[]): Promise<ProgramResult>;
  /** Gives a file or folder to the user. */
  own(path: string): Promise<void>;
}

const SYSTEM_USER = 'postgres';

/**
 * Our own user. Root is the exception, because Postgres refuses to run as root: then the owner of the cluster, or the
 * system user `postgres`, who is created if missing.
 * @param cluster the folder of the cluster, which may not exist yet
 * @param reach what that user must get at: the data folder and a Postgres program
 */
export async function postgresAccount(
  cluster: string,
  reach: { readonly dataDir: string; readonly postgres: string },
): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { run: (program, args) => runProgram(program, args), own: async () => {} };

  const ids = (await clusterOwner(cluster)) ?? (await systemUser()) ?? (await createSystemUser());
  const ways = waysToRun(ids);
  for (const run of ways) {
    if ((await canEnter(run, reach.dataDir)) && (await canRun(run, reach.postgres))) {
      return { run, own: (path) => chown(path, ids.uid, ids.gid) };
    }
  }
  const [closed, remedy] = (await canEnter(ways[0], reach.dataDir))
    ? [reach.postgres, 'move the checkout to an open folder such as /opt']
    : [reach.dataDir, 'set DATA_DIR to an open folder such as /var/lib/tillstream'];
  throw new EmbeddedPostgresError(
    `Postgres refuses to run as root, and the user it runs as (id ${ids.uid}) cannot reach ${closed}: ${remedy}, or start as an ordinary user`,
  );
}

type Ids = Required<ProgramOptions>;
type Run = PostgresAccount['run'];

async function clusterOwner(cluster: string): Promise<Ids | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

async function systemUser(): Promise<Ids | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', SYSTEM_USER]), runProgram('id', ['-g', SYSTEM_USER])]);
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}

async function createSystemUser(): Promise<Ids> {
  const created = await runProgram('useradd', ['--system', '--user-group', '--no-create-home', SYSTEM_USER]);
  if (created.code !== 0) {
    await runProgram('addgroup', ['-S', SYSTEM_USER]);
    await runProgram('adduser', ['-S', '-D', '-H', '-G', SYSTEM_USER, SYSTEM_USER]); // busybox
  }
  const ids = await systemUser();
  if (ids) return ids;
  throw new EmbeddedPostgresError(
    `Postgres refuses to run as root, and the system user "${SYSTEM_USER}" could not be created: create it, or start as an ordinary user`,
  );
}

/**
 * The ways to run a program as that user; the first that works is taken. First plainly. Then, for a checkout in a closed
 * folder such as /root, with one capability of root, which passes closed folders. Of the two capabilities that do, the second is the
 * wider one (it also runs programs that only root may run, after an install with umask 077), and the only one that a container
 * has by default. no_setuid_fixup makes access(2) heed the capability: Postgres looks at its own programs with it.
 */
function waysToRun(ids: Ids): [Run, ...Run[]] {
  const user = ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups', '--securebits', '+no_setuid_fixup'];
  const withCapability =
    (name: string): Run =>
    (program, args) =>
      runProgram('setpriv', [...user, '--inh-caps', `+${name}`, '--ambient-caps', `+${name}`, '--', program, ...args]);
  return [
    (program, args) => runProgram(program, args, ids),
    withCapability('dac_read_search'),
    withCapability('dac_override'),
  ];
}

async function canEnter(run: Run, folder: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).code === 0;
}

async function canRun(run: Run, program: string): Promise<boolean> {
  return (await run(program, ['--version'])).code === 0;
}
