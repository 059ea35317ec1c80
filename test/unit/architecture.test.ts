import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Imports run one way: each layer may know these, and itself. What starts the program stands in src/ itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // A package of its own: partners get it without the rest.
  client: [],
  // The pages know the server by the typed client alone, which they import by its name; and files that people bring.
  'back-office': ['product-table', 'brand-file'],
  concurrency: [],
  log: ['database'],
  config: ['personal', 'transparency', 'database', 'images'],
  domain: [],
  database: ['concurrency'],
  'event-store': ['database', 'concurrency'],
  sms: [],
  // Pictures that venues send, and where their bytes are.
  images: ['domain'],
  // The table of metrics, and what counts by it.
  metrics: [],
  transparency: ['event-store', 'database', 'concurrency'],
  backup: ['transparency', 'database', 'concurrency'],
  // The keys of personal data. Whoever erases a person uses it.
  personal: ['domain', 'event-store', 'database', 'concurrency'],
  commands: ['personal', 'domain', 'event-store', 'database', 'concurrency', 'sms'],
  projections: ['domain', 'event-store', 'database', 'concurrency'],
  // A brand as a file, in a page too: what it says, and which commands follow. It sends nothing by itself.
  'brand-file': ['product-table', 'commands', 'domain', 'concurrency'],
  // Reads tables of spreadsheets, in a page too.
  'product-table': [],
  processes: [
    'commands',
    'projections',
    'transparency',
    'personal',
    'domain',
    'event-store',
    'database',
    'concurrency',
  ],
  api: [
    'brand-file',
    'images',
    'commands',
    'projections',
    'transparency',
    'personal',
    'domain',
    'event-store',
    'database',
    'concurrency',
    'sms',
    'metrics',
  ],
  // Where the parts are put together: it knows them all, and no other layer knows it.
  wiring: [
    'images',
    'api',
    'processes',
    'commands',
    'projections',
    'transparency',
    'personal',
    'domain',
    'event-store',
    'database',
    'concurrency',
    'sms',
    'metrics',
  ],
  // Opens what the environment names, waits for it, and says what is wrong.
  start: ['backup', 'config', 'transparency', 'event-store', 'database', 'concurrency', 'log'],
  // Whether the process can work, as answers and as gauges.
  health: ['backup', 'metrics', 'api', 'commands', 'projections', 'personal', 'database', 'concurrency', 'src'],
  cli: [
    'product-table',
    'backup',
    'brand-file',
    'metrics',
    'wiring',
    'start',
    'config',
    'log',
    'api',
    'processes',
    'commands',
    'projections',
    'transparency',
    'personal',
    'domain',
    'event-store',
    'database',
    'concurrency',
    'client',
    'images',
    'src',
  ],
  // The demo brand, its past and its till use the system as others do.
  demo: [
    'brand-file',
    'start',
    'wiring',
    'config',
    'log',
    'cli',
    'api',
    'processes',
    'commands',
    'projections',
    'personal',
    'domain',
    'event-store',
    'database',
    'concurrency',
    'client',
    'src',
  ],
};

/** In these layers, folders must not import each other in a circle either: mechanisms know no concept. */
const LAYERS_OF_FOLDERS = ['commands', 'processes'];

/** The domain is pure: no I/O, no clock, no randomness. */
const PACKAGES_OF_DOMAIN = ['zod'];
/** What runs in a browser, too. */
const PACKAGES_OF_CLIENT = ['openapi-fetch'];

type Graph = ReadonlyMap<string, readonly string[]>;

/** Every import and export-from of a source, type-only ones too: a type is knowledge as well. */
const importsOf = (source: string): string[] => {
  const found = source.matchAll(
    /^(?:import|export)\s[^'"=()]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...found].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!);
};

/** Those that are there when the program runs: types are not. */
const runningImportsOf = (source: string): string[] => importsOf(source.replace(/^(import|export) type\s[^;]*;/gm, ''));

const SOURCES = ['src/**/*.ts', 'client/src/**/*.ts', 'back-office/src/**/*.{ts,tsx}'];

const readGraph = (of = importsOf, patterns = SOURCES): Graph => {
  const files = globSync(patterns, { cwd: ROOT });
  return new Map(
    files.map((file) => {
      const imports = of(readFileSync(join(ROOT, file), 'utf8'));
      return [file, imports.map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name))];
    }),
  );
};

/** `src/domain/orders/decide.ts` -> `domain`; a file of src/ itself -> `src`. */
const layerOf = (file: string): string =>
  /^(client|back-office)\//.exec(file)?.[1] ?? file.match(/^src\/([^/]+)\//)?.[1] ?? 'src';

const violations = (graph: Graph): string[] => {
  const found: string[] = [];
  for (const [file, imports] of graph) {
    const layer = layerOf(file);
    for (const imported of imports) {
      const isOurs = /^(src|client|back-office)\//.test(imported);
      if (layer === 'domain' && !isOurs && !PACKAGES_OF_DOMAIN.includes(imported)) found.push(`${file} -> ${imported}`);
      if (layer === 'client' && !isOurs && !PACKAGES_OF_CLIENT.includes(imported)) found.push(`${file} -> ${imported}`);
      if (!isOurs || layer === 'src' || layer === layerOf(imported)) continue;
      if (!MAY_IMPORT[layer]?.includes(layerOf(imported))) found.push(`${file} -> ${imported}`);
    }
  }
  return found;
};

/** Which folders of a layer import which other folders of it. Files of the layer itself are a folder, too. */
const foldersOf = (graph: Graph, layer: string): Graph => {
  const folders = new Map<string, string[]>();
  for (const [file, imports] of graph) {
    if (layerOf(file) !== layer) continue;
    const folder = dirname(file);
    const others = imports.filter((name) => layerOf(name) === layer).map((name) => dirname(name));
    folders.set(folder, [...(folders.get(folder) ?? []), ...others.filter((other) => other !== folder)]);
  }
  return folders;
};

/** The files of a circle of imports, if there is one. */
const findCircle = (graph: Graph): string[] | undefined => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
};

describe('the sources', () => {
  const graph = readGraph();

  test('the sources are all of a layer that has rules', () => {
    expect(graph.size).toBeGreaterThan(100);
    expect(new Set([...graph.keys()].map(layerOf))).toEqual(new Set([...Object.keys(MAY_IMPORT), 'src']));
    // What starts the program is seen at a glance.
    expect([...graph.keys()].filter((file) => layerOf(file) === 'src').length).toBeLessThanOrEqual(6);
  });

  test('the sources stand in folders that docs/architecture.md tells of', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const folders = Object.keys(MAY_IMPORT).map((layer) =>
      /^(client|back-office)$/.test(layer) ? layer : `src/${layer}`,
    );
    expect(folders.filter((folder) => !page.includes(`\`${folder}\``))).toEqual([]);
  });

  test('the sources import one way', () => {
    expect(violations(graph)).toEqual([]);
  });

  test('the sources have no circles', () => {
    expect(findCircle(graph)).toBeUndefined();
  });

  test('the bench has no circles', () => {
    const files = readGraph(importsOf, ['bench/**/*.ts']);
    expect(files.size).toBeGreaterThan(50);
    expect(findCircle(files)).toBeUndefined();
  });

  test('pages load nothing that a browser lacks, and no command', () => {
    const running = readGraph(runningImportsOf);
    const loaded = new Set([...running.keys()].filter((file) => layerOf(file) === 'back-office'));
    for (const file of loaded) for (const imported of running.get(file) ?? []) loaded.add(imported);
    expect(loaded).toContain('src/brand-file/schema.ts');
    expect([...loaded].filter((name) => /^node:|^src\/commands\/(bus|loop|all-)/.test(name))).toEqual([]);
  });

  test('no module of the pages awaits while it is loaded: files that import it would wait, and it may wait for them', () => {
    const files = globSync('back-office/src/**/*.{ts,tsx}', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(100);
    const awaiting = /^(?:export )?(?:(?:const|let) [^=]+= )?(?:await|void await|for await)\b/m;
    expect(awaiting.test('const words = await load();')).toBe(true);
    expect(files.filter((file) => awaiting.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  test('one source alone imports the client of EventStoreDB, whose inner files it needs', () => {
    const importers = [...graph].filter(([, imports]) => imports.some((name) => name.startsWith('@eventstore/')));
    expect(importers.map(([file]) => file)).toEqual(['src/event-store/eventstoredb/connection/client-internals.ts']);
  });

  test.each(LAYERS_OF_FOLDERS)('the folders of src/%s have no circles', (layer) => {
    expect(foldersOf(graph, layer).size).toBeGreaterThan(3);
    expect(findCircle(foldersOf(graph, layer))).toBeUndefined();
  });
});

describe('the check itself sees', () => {
  test('the check of imports sees imports of every form', () => {
    const source = `import a from './a.ts';\nimport type {\n  B,\n} from './b.ts';\nexport * from './c.ts';\nimport './d.ts';\nawait import('./e.ts');`;
    expect(importsOf(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
  });

  test('the check of imports sees a domain that reaches out, a command that reads a read model, and a circle', () => {
    const planted: Graph = new Map([
      ['src/domain/orders/decide.ts', ['node:crypto', 'zod', 'src/commands/loop/handle.ts']],
      ['src/commands/loop/handle.ts', ['src/projections/engine/runner.ts', 'src/commands/loop/envelope.ts']],
      ['src/commands/loop/envelope.ts', ['src/commands/loop/handle.ts']],
      ['client/src/orders.ts', ['node:crypto', 'openapi-fetch', 'client/src/types.ts', 'src/domain/refusal.ts']],
      ['src/domain/refusal.ts', ['client/src/errors.ts']],
    ]);
    expect(violations(planted)).toEqual([
      'src/domain/orders/decide.ts -> node:crypto',
      'src/domain/orders/decide.ts -> src/commands/loop/handle.ts',
      'src/commands/loop/handle.ts -> src/projections/engine/runner.ts',
      'client/src/orders.ts -> node:crypto',
      'client/src/orders.ts -> src/domain/refusal.ts',
      'src/domain/refusal.ts -> client/src/errors.ts',
    ]);
    expect(findCircle(planted)).toHaveLength(3);
  });

  test('the check of folders sees a mechanism that imports a concept, even if no file is in a circle', () => {
    const planted: Graph = new Map([
      ['src/commands/all-commands.ts', ['src/commands/orders/place-order.ts']],
      ['src/commands/orders/place-order.ts', ['src/commands/bus/operation.ts', 'src/domain/orders/decide.ts']],
      ['src/commands/bus/registry.ts', ['src/commands/orders/order-needs.ts', 'src/commands/bus/operation.ts']],
    ]);
    expect(findCircle(planted)).toBeUndefined();
    expect(findCircle(foldersOf(planted, 'commands'))).toEqual([
      'src/commands/orders',
      'src/commands/bus',
      'src/commands/orders',
    ]);
  });
});
