// A database of its own: the app of the container is started on it.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { bundled } from '../support/bundle.ts';
import { createAppDatabase } from '../support/database.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { createClient } from '../support/http-client.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { freePort } from '../support/throwaway-event-store.ts';
import { createVenue, orderBody } from '../support/venue.ts';

const fileOf = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

const composeText = fileOf('docker-compose.yml');
const { services } = parse(composeText, { merge: true });
const dockerfile = fileOf('Dockerfile');

/** The variables that the comment at the top of the compose file makes, as a shell makes them. */
const madeAsDocumented = (): Record<string, string> => {
  const commands = [...composeText.matchAll(/^# {3}(export .+)$/gm)].map(([, command]) => command);
  expect(commands).not.toEqual([]);
  const env = execFileSync('env', ['-i', `PATH=${process.env.PATH}`, 'sh', '-c', [...commands, 'env'].join('\n')]);
  return Object.fromEntries(
    env
      .toString()
      .trim()
      .split('\n')
      .map((line) => /^([^=]+)=(.*)$/.exec(line)!.slice(1) as [string, string])
      .filter(([name]) => !['PATH', 'PWD', '_', 'SHLVL', 'OLDPWD'].includes(name)),
  );
};

/** Puts the variables in. Refuses what is not there, as compose does for `:?`. */
const interpolate = (value: unknown, made: Readonly<Record<string, string>>): string =>
  String(value).replace(/\$\{(\w+)(:\?[^}]*)?\}/g, (_, name: string) => {
    expect(made, `the comment in docker-compose.yml makes ${name}`).toHaveProperty(name);
    return made[name]!;
  });

/** `ENV` lines of the Dockerfile, and the command that it starts. */
const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line!.split(' ').map((it) => it.split('='))),
) as Record<string, string>;
const command: string[] = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)![1]!);

/** Without these rights, root must keep to the permissions of files as everybody does. */
const AS_OTHERS = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];

/**
 * Makes the folder read-only, with an empty data folder in it, as the root of a container is. Answers what starts a program that
 * cannot write there. Where root's rights cannot be taken away, a file is in the way of the data folder.
 */
const withReadOnlyFolder = async (folder: string): Promise<string[]> => {
  const isRoot = process.getuid?.() === 0;
  const starter = isRoot ? AS_OTHERS : [];
  const tried = spawnSync(starter[0] ?? 'true', [...starter.slice(1), 'true']);
  if (tried.status !== 0) {
    await writeFile(join(folder, 'data'), '');
    return [];
  }
  await mkdir(join(folder, 'data'));
  for (const path of [join(folder, 'data'), folder]) await chmod(path, 0o555);
  const written = spawnSync(starter[0] ?? 'touch', [
    ...starter.slice(1),
    ...(isRoot ? ['touch'] : []),
    join(folder, 'data/x'),
  ]);
  expect(written.status, 'nothing can be written').not.toBe(0);
  onTestFinished(() => chmod(folder, 0o755));
  return starter;
};

test('the app starts in the environment of docker-compose.yml and the Dockerfile alone, with nowhere to keep files, and takes an order', {
  timeout: 90_000,
}, async () => {
  const { app, postgres, eventstore } = services;
  expect([app.read_only, app.volumes, app.build]).toEqual([true, undefined, '.']);
  const made = madeAsDocumented();
  const own = Object.entries<string>(app.environment).map(([name, value]) => [name, interpolate(value, made)]);
  const env: Record<string, string> = { ...imageEnv, ...Object.fromEntries(own) };

  // The services are those of the file, under other addresses.
  const { environment } = postgres;
  const { POSTGRES_USER, POSTGRES_DB } = environment;
  const password = interpolate(environment.POSTGRES_PASSWORD, made);
  expect(env.DATABASE_URL).toBe(`postgresql://${POSTGRES_USER}:${password}@postgres:5432/${POSTGRES_DB}`);
  expect(env.EVENT_STORE_URL).toBe(`esdb://eventstore:${eventstore.environment.EVENTSTORE_NODE_PORT}?tls=false`);
  const database = await createAppDatabase();
  onTestFinished(database.drop);
  const eventStore = await startEventStoreDbServer();
  onTestFinished(eventStore.stop);
  const port = await freePort();
  Object.assign(env, { DATABASE_URL: database.url, EVENT_STORE_URL: eventStore.url, PORT: `${port}` });

  const workdir = await tempFolder();
  onTestFinished(() => rm(workdir, { recursive: true, force: true }));
  const starter = await withReadOnlyFolder(workdir);
  const [program, ...args] = command;
  expect([program, args.at(-1)]).toEqual(['node', 'src/main.ts']);
  const [file, ...before] = [...starter, process.execPath];
  const child = spawn(file!, [...before, ...args.slice(0, -1), await bundled('src/main.ts')], { cwd: workdir, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });

  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (child.exitCode !== null) return output;
    return await fetch(`${url}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
  };
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  const client = async (api_key: string) => {
    const answer = await createClient(url).post('/v1/auth/token', { api_key });
    return createClient(url, answer.body.access_token);
  };
  const venue = await createVenue({ client, platform: () => client(made.PLATFORM_API_KEY!) });
  const { status, body } = await venue.partner.post('/v1/orders', orderBody(venue));
  expect([status, body]).toMatchObject([200, { order_id: expect.anything() }]);
});

test('every variable that the app must be told is in the compose file, and is made by its comment', () => {
  const named = new Set([...JSON.stringify(services).matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  expect(Object.keys(madeAsDocumented()).sort()).toEqual([...named].sort());
});
