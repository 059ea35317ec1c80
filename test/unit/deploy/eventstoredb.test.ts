import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseAddress } from '../../../src/event-store/eventstoredb/connection/address.ts';
import { composeFaults, need, pathOf, run as runProgram, textOf } from './programs.ts';

const FOLDER = pathOf('deploy/eventstoredb');
const read = (name: string): string => textOf(`deploy/eventstoredb/${name}`);

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-eventstoredb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};
const run = (script: string, ...args: string[]) =>
  execFileSync('sh', [join(FOLDER, script), ...args], { stdio: 'pipe' });

/** The hosts of the address that the comment of a file gives for the app. */
const hostsOfApp = (text: string): string[] => {
  const [, address] = /EVENT_STORE_URL=(\S+)/.exec(text)!;
  return /@(.+)$/.exec(parseable(address!))![1]!.split(',');
};
const parseable = (address: string): string => {
  const url = address.replace('<password>', 'secret').replace(/\?tlsCAFile=.+$/, '');
  parseAddress(url);
  return url;
};

test('the three nodes of compose know each other, speak TLS, and are those that the app is told', () => {
  const text = read('compose.yaml');
  const file = parse(text, { merge: true });
  expect(composeFaults(file)).toBeNull();
  const { services } = file;
  const names = Object.keys(services);
  expect(names).toHaveLength(3);
  const places = names.map((name) => `${name}:2113`);
  expect(hostsOfApp(text)).toEqual(places);
  for (const name of names) {
    const { environment, volumes, hostname, restart } = services[name];
    expect(hostname).toBe(name);
    expect(restart).toBe('always');
    expect(environment.EVENTSTORE_CLUSTER_SIZE).toBe(3);
    expect(environment.EVENTSTORE_GOSSIP_SEED.split(',')).toEqual(places.filter((place) => place !== `${name}:2113`));
    expect(environment.EVENTSTORE_NODE_HOST_ADVERTISE_AS).toBe(name);
    expect(environment.EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS).toBe(name);
    expect(environment).not.toHaveProperty('EVENTSTORE_INSECURE');
    expect(volumes).toContain(`${name}:/var/lib/eventstore`);
    const mounted = volumes.map((volume: string) => volume.split(':')[1]);
    expect(mounted).toContain(environment.EVENTSTORE_CERTIFICATE_FILE);
    expect(mounted).toContain(environment.EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE);
    expect(mounted).toContain(`${environment.EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH}/ca.crt`);
  }
});

test('the three nodes of Kubernetes know each other, keep apart, and are those that the app is told', () => {
  const text = read('kubernetes.yaml');
  const documents = parseAllDocuments(text).map((document) => document.toJS());
  const kinds = { StatefulSet, NetworkPolicy, PodDisruptionBudget, Service };
  for (const document of documents) {
    const Kind = kinds[document.kind as keyof typeof kinds];
    expect(() => new Kind(document).validate(), document.kind).not.toThrow();
  }
  const of = (kind: string) => documents.find((document) => document.kind === kind);
  const { spec, metadata } = of('StatefulSet');
  const [container] = spec.template.spec.containers;
  const env = Object.fromEntries(container.env.map((each: { name: string }) => [each.name, each]));
  const places = [0, 1, 2].map((pod) => `${metadata.name}-${pod}.${spec.serviceName}.${metadata.namespace}.svc:2113`);
  expect(spec.replicas).toBe(3);
  expect(env.EVENTSTORE_CLUSTER_SIZE.value).toBe('3');
  expect(env.EVENTSTORE_GOSSIP_SEED.value.split(',')).toEqual(places);
  expect(hostsOfApp(text)).toEqual(places);
  expect(env).not.toHaveProperty('EVENTSTORE_INSECURE');
  expect(spec.serviceName).toBe(of('Service').metadata.name);
  expect(of('Service').spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
  const labels = spec.template.metadata.labels;
  const [apart] = spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  const selectors = [
    spec.selector.matchLabels,
    of('Service').spec.selector,
    of('PodDisruptionBudget').spec.selector.matchLabels,
    of('NetworkPolicy').spec.podSelector.matchLabels,
    apart.labelSelector.matchLabels,
  ];
  for (const selector of selectors) expect(selector).toEqual(labels);
  expect(of('PodDisruptionBudget').spec.maxUnavailable).toBe(1);
  for (const document of documents) expect(document.metadata.namespace).toBe('tillstream');
  // What is mounted is what the settings and the comment name.
  const { secret } = spec.template.spec.volumes.find(({ name }: { name: string }) => name === 'certificate');
  const files = secret.items.map(({ path }: { path: string }) => `/certs/${path}`);
  expect(files).toEqual([
    env.EVENTSTORE_CERTIFICATE_FILE.value,
    env.EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE.value,
    `${env.EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH.value}/ca.crt`,
  ]);
  for (const { key } of secret.items) expect(text).toContain(`--from-file=${key}=certs/${key}`);
  const named = container.volumeMounts.map(({ name }: { name: string }) => name);
  const known = [...spec.template.spec.volumes.map(({ name }: { name: string }) => name), 'data'];
  expect(new Set(named)).toEqual(new Set(known));
});

test('the certificate of the nodes is for their names, and of the root that stays', () => {
  const folder = join(newFolder(), 'certs');
  run('make-certificates.sh', folder, 'eventstore-1', '*.eventstore.tillstream.svc');
  const certificateIn = (name: string) => new X509Certificate(readFileSync(join(folder, name)));
  const root = certificateIn('ca.crt');
  const node = certificateIn('node.crt');
  expect(node.verify(root.publicKey)).toBe(true);
  expect([root.ca, node.ca]).toEqual([true, false]);
  expect(node.checkHost('eventstore-1')).toBe('eventstore-1');
  expect(node.checkHost('eventstore-2.eventstore.tillstream.svc')).toBe('*.eventstore.tillstream.svc');
  expect(node.subject).toBe('CN=eventstoredb-node');
  expect(readdirSync(folder).toSorted()).toEqual(['ca.crt', 'ca.key', 'ca.srl', 'node.crt', 'node.key']);
});

test('a backup has the files of a node as they are, again with what is new, and goes into an empty folder only', () => {
  const folder = newFolder();
  const [data, backup, restored] = [join(folder, 'data'), join(folder, 'backup'), join(folder, 'restored')];
  const write = (name: string, content: string): void => {
    mkdirSync(dirname(join(data, name)), { recursive: true });
    writeFileSync(join(data, name), content);
  };
  const contents = (of: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(of, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const path = join(entry.parentPath, entry.name);
          return [path.slice(of.length + 1), readFileSync(path, 'utf8')];
        }),
    );
  for (const name of ['chaser', 'epoch', 'writer', 'proposal', 'truncate']) write(`${name}.chk`, `${name} 1`);
  write('chunk-000000.000000', 'whole');
  write('chunk-000001.000000', 'half');
  write('index/indexmap', 'a');
  write('index/5a1a8395', 'table a');
  write('index/stream-existence/streamExistenceFilter.chk', '1');
  write('index/stream-existence/streamExistenceFilter.dat', 'x');
  const { 'truncate.chk': _, ...kept } = contents(data);
  run('backup.sh', data, backup);
  expect(contents(backup)).toEqual(kept);

  // The last chunk has grown, another came, and tables were merged.
  write('chunk-000001.000000', 'half and the rest');
  write('chunk-000002.000000', 'new');
  write('chaser.chk', 'chaser 2');
  write('index/indexmap', 'b');
  write('index/77aa', 'table b');
  rmSync(join(data, 'index/5a1a8395'));
  const { 'truncate.chk': __, ...later } = contents(data);
  run('backup.sh', data, backup);
  expect(contents(backup)).toEqual(later);

  expect(() => run('restore.sh', backup, data)).toThrow('is not empty');
  expect(() => run('restore.sh', data.replace('data', 'nothing'), restored)).toThrow('is no backup');
  run('restore.sh', backup, restored);
  expect(contents(restored)).toEqual({ ...later, 'truncate.chk': 'chaser 2' });
});

test('each rule says when, how bad, and what to do', () => {
  const { groups } = parse(read('eventstoredb.rules.yml'));
  const rules = groups.flatMap((group: { rules: unknown[] }) => group.rules);
  expect(rules.map(({ alert }: { alert: string }) => alert)).toEqual([
    'EventStoreNodeDown',
    'EventStoreHasNoLeader',
    'EventStoreFollowerLags',
  ]);
  for (const { expr, labels, annotations } of rules) {
    expect(expr).toMatch(/^\S/);
    expect(['look', 'page']).toContain(labels.severity);
    expect(annotations.summary && annotations.runbook).toBeTruthy();
  }
});

test('promtool accepts the rules', (context) => {
  need(context, 'promtool');
  expect(runProgram('promtool', ['check', 'rules', join(FOLDER, 'eventstoredb.rules.yml')])).toMatchObject({ code: 0 });
});
