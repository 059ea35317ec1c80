import type { Answered, Send } from '../../../../src/brand-file/apply.ts';
import { type Applied, ApplyRefused, applyPlan } from '../../../../src/brand-file/apply.ts';
import type { BrandFile } from '../../../../src/brand-file/brand-file.ts';
import { exportBrand } from '../../../../src/brand-file/export-brand.ts';
import { nameThings } from '../../../../src/brand-file/names.ts';
import { isEmpty, namesOnly, type Plan, planBrand } from '../../../../src/brand-file/plan.ts';
import { type ReadBrand, readBrand } from '../../../../src/brand-file/read-brand.ts';
import { readThere } from '../../../../src/brand-file/read-there.ts';
import { brandReader, type Entry } from '../../../../src/brand-file/reader.ts';
import { writeBrandYaml } from '../../../../src/brand-file/write-yaml.ts';
import { venue } from '../../api.ts';

const ask = venue.api.GET as unknown as (path: string, init: object) => Promise<{ readonly data: Entry }>;
const reader = brandReader(async (path, query) => (await ask(path, { params: { query } })).data);

const send: Send = async (commands) =>
  (await venue.send(commands as unknown as Parameters<typeof venue.send>[0])).results as readonly Answered[];

/** A plan may be long: so many times what an interrupted run had made is compared once more. */
const MOST_ROUNDS = 3;

const newUuid = (): string => crypto.randomUUID();

/** Reads the file of a brand among those that were chosen, and what lies beside it. */
export const readFiles = async (files: readonly File[]): Promise<ReadBrand> => {
  const isYaml = ({ name }: File): boolean => /\.ya?ml$/i.test(name);
  const [main] = files.toSorted((one, other) => Number(isYaml(other)) - Number(isYaml(one)));
  const bytes = new Map(
    await Promise.all(files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const)),
  );
  return readBrand(bytes.get(main!.name)!, main!.name, { beside: (name) => bytes.get(name) });
};

/** How the brand differs from the file. */
export const planOf = async (brand: BrandFile, prune: boolean): Promise<Plan> =>
  planBrand(brand, await readThere(reader), { prune });

interface Done {
  /** Secrets of new keys, by their names in the file. */
  readonly secrets: Applied['secrets'];
  /** What is still to be done: nothing, unless somebody else changes the brand at the same time. */
  readonly left: Plan;
}

/** Carries a plan out. What an interrupted run had made, perhaps otherwise than the file says by now, is compared once more. */
export const carryOut = async (
  brand: BrandFile,
  prune: boolean,
  first: Plan,
  progress: (percent: number) => void,
): Promise<Done> => {
  const secrets: Applied['secrets'][number][] = [];
  let plan = first;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const applied = await applyPlan(plan, {
      send,
      newUuid,
      progress: (done, all) => progress((100 * done) / all),
    });
    secrets.push(...applied.secrets);
    plan = await planOf(brand, prune);
    if (isEmpty(plan)) break;
  }
  return { secrets, left: plan };
};

/** The brand as the text of a file. The server keeps the names that its things get there. */
export const writeFile = async (): Promise<string> => {
  const there = await readThere(reader);
  const named = nameThings(there);
  await applyPlan(namesOnly(named), { send, newUuid });
  const schema = new URL('/schemas/brand.json', location.origin).href;
  return writeBrandYaml(exportBrand(there, named), { schema });
};

export { ApplyRefused, isEmpty };
