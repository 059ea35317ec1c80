import type { Answered, Send } from '../../../../src/brand-file/apply.ts';
import { ApplyRefused, applyPlan, type NewSecret } from '../../../../src/brand-file/apply.ts';
import type { BrandFile } from '../../../../src/brand-file/brand-file.ts';
import { checkPlan } from '../../../../src/brand-file/check-plan.ts';
import { exportBrand } from '../../../../src/brand-file/export-brand.ts';
import { nameThings } from '../../../../src/brand-file/names.ts';
import { isEmpty, namesOnly, type Plan, planBrand } from '../../../../src/brand-file/plan.ts';
import type { Problem } from '../../../../src/brand-file/problems.ts';
import { readBrand } from '../../../../src/brand-file/read-brand.ts';
import { readThere } from '../../../../src/brand-file/read-there.ts';
import { brandReader, type Entry } from '../../../../src/brand-file/reader.ts';
import { writeBrandYaml } from '../../../../src/brand-file/write-yaml.ts';
import { venue } from '../../api.ts';
import { PICTURE_TYPES, sendPicture } from '../../parts/send-picture.ts';

const ask = venue.api.GET as unknown as (path: string, init: object) => Promise<{ readonly data: Entry }>;
const reader = brandReader(async (path, query) => (await ask(path, { params: { query } })).data);

const send: Send = async (commands) =>
  (await venue.send(commands as unknown as Parameters<typeof venue.send>[0])).results as readonly Answered[];

/** A plan may be long: so many times what an interrupted run had made is compared once more. */
const MOST_ROUNDS = 3;

const newUuid = (): string => crypto.randomUUID();

/** A brand that was read, with the pictures that were chosen along with its file. */
export interface Chosen {
  readonly brand: BrandFile;
  /** By the paths that the file has for them. */
  readonly pictures: ReadonlyMap<string, File>;
}

type Picked = { readonly problems: readonly Problem[]; readonly chosen?: Chosen };

/** What a path ends with: a browser tells nothing of folders. */
const baseOf = (path: string): string => path.split('/').at(-1)!;

/**
 * Reads the file of a brand among those that were chosen, with the zones and pictures beside it. A picture that was not chosen
 * stays as it is on the server.
 */
export const readFiles = async (files: readonly File[]): Promise<Picked> => {
  const isYaml = ({ name }: File): boolean => /\.ya?ml$/i.test(name);
  const [main] = files.toSorted((one, other) => Number(isYaml(other)) - Number(isYaml(one)));
  const bytes = new Map(
    await Promise.all(files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const)),
  );
  const byName = new Map(files.filter(isPicture).map((file) => [file.name, file]));
  const sums = new Map(
    await Promise.all([...byName.keys()].map(async (name) => [name, await sha256Of(bytes.get(name)!)] as const)),
  );
  const { brand, problems } = readBrand(bytes.get(main!.name)!, main!.name, {
    beside: (name) => bytes.get(name),
    picture: (path) => {
      const sha256 = sums.get(baseOf(path));
      return sha256 === undefined ? undefined : { sha256 };
    },
  });
  if (brand === null) return { problems };
  const pictures = new Map([...brand.pictures.keys()].map((path) => [path, byName.get(baseOf(path))!]));
  return { problems, chosen: { brand, pictures } };
};

const isPicture = ({ type }: File): boolean => (PICTURE_TYPES as readonly string[]).includes(type);

const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** How the brand writes amounts: it may have no point yet that says so. */
export const termsOf = async (): Promise<{ readonly currency: string; readonly exponent: number }> => {
  const { currency, currency_exponent } = await reader.brand();
  return { currency: String(currency), exponent: Number(currency_exponent) };
};

/** How the brand differs from the file. */
export const planOf = async (chosen: Chosen, prune: boolean): Promise<Plan> => {
  const [there, known] = await Promise.all([readThere(reader), reader.knownPictures(chosen.brand.pictures)]);
  const pictures = new Map([...known].map(([path, { hash }]) => [path, hash]));
  return planBrand(chosen.brand, there, { prune, pictures });
};

/** What the server would refuse of a plan. Nothing is changed. */
export const refusedOf = (plan: Plan): Promise<readonly Problem[]> =>
  checkPlan(plan, async (commands) => (await venue.check(commands as never)).refused, { newUuid });

/** Sends the pictures that the server lacks, and answers the addresses of all. `progress` gets 0 to 1. */
const sendPictures = async (chosen: Chosen, progress: (part: number) => void): Promise<ReadonlyMap<string, string>> => {
  const known = await reader.knownPictures(chosen.brand.pictures);
  const addresses = new Map([...known].map(([path, { image }]) => [path, image]));
  const unsent = [...chosen.pictures].filter(([path]) => !addresses.has(path));
  for (const [index, [path, file]] of unsent.entries()) {
    addresses.set(path, (await sendPicture(file, () => {})).image);
    progress((index + 1) / unsent.length);
  }
  return addresses;
};

/** How much of the way pictures are, where there are some to be sent. */
const PICTURES_PERCENT = 40;

interface Following {
  /** Gets 0 to 100. */
  readonly progress: (percent: number) => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/**
 * Carries a plan out. What an interrupted run had made, perhaps otherwise than the file says by now, is compared once more.
 * @returns what is still to be done: nothing, unless somebody else changes the brand at the same time
 */
export const carryOut = async (
  chosen: Chosen,
  prune: boolean,
  first: Plan,
  { progress, onSecret }: Following,
): Promise<Plan> => {
  let before = 0;
  const addresses = await sendPictures(chosen, (part) => {
    before = PICTURES_PERCENT;
    progress(PICTURES_PERCENT * part);
  });
  let plan = first;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    await applyPlan(plan, {
      send,
      newUuid,
      onSecret,
      addressOf: (path) => addresses.get(path)!,
      progress: (done, all) => progress(before + ((100 - before) * done) / all),
    });
    plan = await planOf(chosen, prune);
    if (isEmpty(plan)) break;
  }
  return plan;
};

/** The brand as the text of a file. The server keeps the names that its things get there. */
export const writeFile = async (): Promise<string> => {
  const there = await readThere(reader);
  const named = nameThings(there);
  await applyPlan(namesOnly(named), { send, newUuid });
  const schema = new URL('/schemas/brand.json', location.origin).href;
  return writeBrandYaml({ brand: await reader.brand(), ...exportBrand(there, named) }, { schema });
};

export { ApplyRefused, isEmpty, type NewSecret };
