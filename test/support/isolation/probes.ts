import { randomUUID } from 'node:crypto';
import { forEachAFew } from '../../../src/concurrency/for-each-a-few.ts';
import type { HttpAnswer } from '../http-client.ts';
import { type Ids, isIdName, missingLike } from './ids.ts';
import { leavesOf } from './leaves.ts';
import type { Case } from './requests.ts';

/** A request with another brand's id in one place, and the same with an id that nothing has. */
export interface Probe {
  /** `DefineTable body.hall_id` */
  readonly name: string;
  readonly case: Case;
  readonly foreign: string;
  readonly missing: string;
  readonly requestIds: readonly string[];
  /** What was told of the other brand, beside the id that was sent. */
  readonly leaks: readonly string[];
}

/** One place for each id a request may name, over all of them. */
export const probeAll = async (cases: readonly Case[], other: Ids): Promise<Probe[]> => {
  const probes: Probe[] = [];
  await forEachAFew(
    cases.flatMap((of) => partsOf(of).map((it) => ({ of, ...it }))),
    async ({ of, name, foreignId, sentWith }) => {
      const requestIds = [randomUUID(), randomUUID()];
      const foreign = await of.send(sentWith(foreignId(other)), requestIds[0]);
      const missingId = missingLike(foreignId(other));
      const missing = await of.send(sentWith(missingId), requestIds[1]);
      const leaks = leaksOf(foreign, other).filter((id) => id !== String(foreignId(other)));
      const answers = { foreign: told(foreign, foreignId(other)), missing: told(missing, missingId) };
      probes.push({ name, case: of, ...answers, requestIds, leaks });
    },
    12,
  );
  return probes;
};

const partsOf = (of: Case) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    leavesOf(of.place, of.sent[part]).map(({ path, kind, with: changed }) => ({
      name: `${of.place} ${part}.${path}`,
      foreignId: (ids: Ids) => ids[kind as keyof Ids],
      sentWith: (id: string | number) => ({ ...of.sent, [part]: changed(id) }),
    })),
  );

/** An answer with everything of it that counts. */
export const told = ({ status, body }: HttpAnswer, id?: string | number): string => {
  if (typeof body === 'string') return `${status} ${body}`;
  const { request_id: _, command_id: __, ...rest } = body;
  const text = `${status} ${JSON.stringify(rest)}`;
  return id === undefined ? text : text.replaceAll(String(id), '<id>');
};

/** Ids of the other brand in an answer: UUIDs wherever they are, numbers in fields that are ids. */
export const leaksOf = ({ body }: HttpAnswer, other: Ids): string[] => {
  const values = Object.values(other);
  const text = JSON.stringify(body);
  const uuids = values.filter((id) => typeof id === 'string' && text.includes(id));
  const named = namedIn(body);
  const numbers = values.filter((id) => typeof id === 'number' && named.has(id));
  return [...uuids, ...numbers].map(String);
};

const namedIn = (value: unknown, name = ''): Set<unknown> => {
  if (value === null || typeof value !== 'object') return new Set(isIdName(name) ? [value] : []);
  const inner = Object.entries(value).map(([key, field]) => namedIn(field, Array.isArray(value) ? name : key));
  return inner.reduce((all, some) => all.union(some), new Set());
};
