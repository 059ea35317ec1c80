import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../../src/config/config.ts';
import { composeFaults, need, pathOf, run, textOf } from './programs.ts';

const FOLDER = 'deploy/kubernetes';
const kustomization = parse(textOf(`${FOLDER}/kustomization.yaml`));

interface Checked {
  validate(): void;
}
// biome-ignore lint/suspicious/noExplicitAny: a manifest is what a file says, until it is checked
const KINDS: Readonly<Record<string, new (manifest: any) => Checked>> = {
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

// biome-ignore lint/suspicious/noExplicitAny: as above
const manifests: any[] = (kustomization.resources as string[]).flatMap((name) =>
  parseAllDocuments(textOf(`${FOLDER}/${name}`)).map((document) => document.toJS()),
);
// biome-ignore lint/suspicious/noExplicitAny: as above
const ofKind = (kind: string): any => manifests.find((manifest) => manifest.kind === kind);

const madeSecrets = (): string => run('sh', [pathOf(`${FOLDER}/make-secrets.sh`)]).said;

test('each manifest is of a kind that Kubernetes has, with fields of that kind', () => {
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(KINDS).toSorted());
  for (const manifest of manifests)
    expect(() => new KINDS[manifest.kind]!(manifest).validate(), manifest.kind).not.toThrow();
  // The check checks: a misspelled field, and a wrong type.
  const { spec, ...rest } = ofKind('PodDisruptionBudget');
  expect(() => new PodDisruptionBudget({ ...rest, spec: { ...spec, minAvailable: [1] } }).validate()).toThrow();
});

test('the selectors find the pods of the app alone, and the probes ask what the app answers', () => {
  const { labels } = ofKind('Deployment').spec.template.metadata;
  for (const selector of [
    ofKind('Deployment').spec.selector.matchLabels,
    ofKind('Service').spec.selector,
    ofKind('PodDisruptionBudget').spec.selector.matchLabels,
  ]) {
    expect(labels).toMatchObject(selector);
    expect(ofKind('Job').spec.template.metadata.labels).not.toMatchObject(selector);
  }
  const [app] = ofKind('Deployment').spec.template.spec.containers;
  expect(['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => app[probe].httpGet.path)).toEqual([
    '/health/live',
    '/health/ready',
    '/health/live',
  ]);
  const [migrate] = ofKind('Job').spec.template.spec.containers;
  expect(textOf(migrate.command[1])).toContain("new Command('migrate')");
  const [rule] = ofKind('Ingress').spec.rules;
  const { name, port } = rule.http.paths[0].backend.service;
  expect([name, port.name]).toEqual([ofKind('Service').metadata.name, ofKind('Service').spec.ports[0].name]);
  expect(kustomization.configMapGenerator[0].literals).toContain(`PUBLIC_ORIGIN=https://${rule.host}`);
  for (const { securityContext } of [app, migrate]) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('the secrets that the script makes are all that the app needs, and each run makes other ones', () => {
  const literals = (kustomization.configMapGenerator[0].literals as string[]).map((pair) => pair.split('=', 2));
  const [first, second] = [madeSecrets(), madeSecrets()].map((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => /^([A-Z_]+)=(.+)$/.exec(line)!.slice(1) as [string, string]),
  );
  expect(loadConfig(Object.fromEntries([...first!, ...literals]))).toMatchObject({ demo: false, trustProxy: 1 });
  const same = first!.filter(([, value], nth) => value === second![nth]![1]).map(([name]) => name);
  expect(same).toEqual(['DATABASE_URL']);
});

test('kustomize puts it together', (context) => {
  need(context, 'kubectl');
  const folder = mkdtempSync(join(tmpdir(), 'tillstream-kustomize-'));
  try {
    cpSync(pathOf(FOLDER), folder, { recursive: true });
    writeFileSync(join(folder, 'secrets.env'), madeSecrets());
    const { code, said } = run('kubectl', ['kustomize', folder]);
    expect(code, said).toBe(0);
    const built = parseAllDocuments(said).map((document) => document.toJS());
    expect(built.map(({ kind }) => kind).toSorted()).toEqual([...Object.keys(KINDS), 'ConfigMap', 'Secret'].toSorted());
    const secret = built.find(({ kind }) => kind === 'Secret').metadata.name;
    const [app] = built.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
    expect([app.image, app.envFrom[0].secretRef.name]).toEqual(['registry.example.com/tillstream:1.0.0', secret]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('docker-compose.yml is what the specification of compose allows', () => {
  expect(composeFaults(parse(textOf('docker-compose.yml'), { merge: true }))).toBeNull();
  expect(composeFaults({ services: { app: { imagee: 'x' } } })).not.toBeNull();
});
