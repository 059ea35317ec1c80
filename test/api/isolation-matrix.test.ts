// A database of its own: its two worlds have something of every kind.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { forEachAFew } from '../../src/concurrency/for-each-a-few.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { asPerson, boundElsewhere, isForPeople, namesAPoint, personElsewhere } from '../support/isolation/bound.ts';
import { asEntries } from '../support/isolation/entries.ts';
import { leaksOf, type Probe, probeAll, told } from '../support/isolation/probes.ts';
import { type Case, casesOf } from '../support/isolation/requests.ts';
import { createWorld, type World } from '../support/isolation/world.ts';

/** Every id of every route and command, with another brand's in its place. A new one is here by being there. */
let app: TestApp;
let own: World;
let other: World;
let cases: Case[];
let probes: Probe[];
let entries: Probe[];

beforeAll(async () => {
  app = await startTestApp();
  [own, other] = await Promise.all([createWorld(app), createWorld(app)]);
  cases = casesOf(app, own);
  probes = await probeAll(cases, other.ids);
  entries = await probeAll(asEntries(cases, own.venue.till), other.ids);
}, 90_000);
afterAll(() => app.stop());

/** Answers 200 and says of each mark what became of it. */
const ANSWERS_FOR_EACH = 'post /v1/attendance/events';

test('another brand’s id is answered as one that nothing has, and tells nothing', () => {
  const wrong = probes.filter(({ foreign, missing, leaks }) => foreign !== missing || leaks.length > 0);
  expect(wrong.map(({ name, foreign, missing, leaks }) => ({ name, foreign, missing, leaks }))).toEqual([]);
});

test('a command on another brand’s things gets the same answer in a batch as alone', () => {
  const single = new Map(probes.filter((probe) => probe.case.isCommand).map((probe) => [probe.name, probe]));
  expect(entries.length).toBe(single.size);
  const wrong = entries.filter((entry) => {
    const { foreign, missing } = single.get(entry.name)!;
    const isAlike = reasonIn(entry.foreign) === reasonIn(foreign) && reasonIn(entry.missing) === reasonIn(missing);
    return !isAlike || entry.foreign !== entry.missing || entry.leaks.length > 0;
  });
  expect(wrong.map(({ name, foreign, missing, leaks }) => ({ name, foreign, missing, leaks }))).toEqual([]);
});

/** The code and the message of a refusal, in a request of its own or as an entry of a batch. */
const reasonIn = (answer: string): string => {
  // An id that stands for itself was a number.
  const json = answer.slice(4).replaceAll(/(?<=[:,[])<id>/g, '0');
  const { code, message } = JSON.parse(json) as { code?: string; message?: string };
  if (code === undefined || message === undefined) throw new Error(`this is no refusal: ${answer}`);
  return `${code} ${message}`;
};

test('what would change something is refused, and never with 403', () => {
  const changing = probes.filter((probe) => !probe.case.isRead && probe.case.place !== ANSWERS_FOR_EACH);
  const wrong = changing.filter(({ foreign }) => !/^(400|404|409) /.test(foreign));
  expect(wrong.map(({ name, foreign }) => ({ name, foreign }))).toEqual([]);
});

test('a request for what is another brand’s records nothing', async () => {
  const names = new Map([...probes, ...entries].flatMap(({ name, requestIds }) => requestIds.map((id) => [id, name])));
  const events = await app.tillstream.store.readAll(0, 10_000);
  const recorded = events.filter(({ metadata }) => names.has(metadata.correlation_id));
  expect(recorded.map(({ type, metadata }) => ({ type, by: names.get(metadata.correlation_id) }))).toEqual([]);
});

/** Auditors' keys are of the whole brand. So are some commands, which tell a bound key no more than that. */
const HIDES_A_POINT = /^(404 |403 .*"code":"points_forbidden")/;
const HIDES_A_POINT_IN_AN_ENTRY = /^409 .*"code":"(points_forbidden|[a-z_]+_not_found)"/;

test('what is at one point does not exist for a key that is bound to another', async () => {
  const elsewhere = await boundElsewhere(app, own);
  const bound = casesOf(app, elsewhere).filter(namesAPoint);
  const asked = bound.filter(({ place }) => !place.includes('/audit/') && place !== ANSWERS_FOR_EACH);
  const shown: object[] = [];
  const ask = (hides: RegExp) => async (of: Case) => {
    const answer = told(await of.send(of.sent));
    if (!hides.test(answer)) shown.push({ place: of.place, answer });
  };
  await forEachAFew(asked, ask(HIDES_A_POINT), 12);
  await forEachAFew(asEntries(asked, elsewhere.venue.till), ask(HIDES_A_POINT_IN_AN_ENTRY), 12);
  expect(shown).toEqual([]);
});

test('a person of another point sees and does nothing at this one, and no audits', async () => {
  const elsewhere = await personElsewhere(app, own);
  const asked = casesOf(app, elsewhere).filter(isForPeople);
  const shown: object[] = [];
  const ask = (hides: RegExp) => async (of: Case) => {
    const answer = told(await of.send(of.sent));
    if (!hides.test(answer)) shown.push({ place: of.place, answer });
  };
  const isAudit = ({ place }: Case) => place.includes(' /audit/');
  const atPoints = asked.filter((of) => namesAPoint(of) && !isAudit(of));
  await forEachAFew(asked.filter(isAudit), ask(/^403 .*"code":"points_forbidden"/), 12);
  await forEachAFew(atPoints, ask(HIDES_A_POINT), 12);
  await forEachAFew(asEntries(atPoints, elsewhere.venue.till), ask(HIDES_A_POINT_IN_AN_ENTRY), 12);
  expect(shown).toEqual([]);
});

test('a list without a point has for a person what is at the own points alone', async () => {
  const elsewhere = await personElsewhere(app, own);
  const atPoint = new Set([own.ids.point, own.ids.order, own.ids['closed order'], own.ids.reservation, own.ids.hall]);
  const lists = casesOf(app, elsewhere).filter((of) => of.isRead && isForPeople(of) && of.sent.params === undefined);
  const shown: object[] = [];
  await forEachAFew(
    lists.filter(({ place }) => !place.includes(' /audit/')),
    async (of) => {
      const { status, body } = await of.send(of.bare);
      const text = JSON.stringify(body);
      const found = [...atPoint].filter((id) => typeof id === 'string' && text.includes(id));
      if (found.length > 0) shown.push({ place: of.place, status, found });
    },
    12,
  );
  expect(shown).toEqual([]);
});

test('a person of this point reads what is there', async () => {
  const here = await asPerson(app, own, String(own.ids.point));
  const reads = casesOf(app, here).filter((of) => of.isRead && isForPeople(of) && namesAPoint(of));
  const missed: object[] = [];
  await forEachAFew(
    reads.filter(({ place }) => !place.includes(' /audit/')),
    async (of) => {
      const { status, body } = await of.send(of.sent);
      if (status !== 200) missed.push({ place: of.place, status, code: body.code });
    },
    12,
  );
  expect(reads.length).toBeGreaterThan(10);
  expect(missed).toEqual([]);
});

/** What ends something that the others need comes last. */
const ENDS = /^(Accept|Block|Cancel|Close|Decline|Delete|Dismiss|Free|MarkNoShow|Reject|Remove|Retire|Revoke|delete )/;

test('a brand’s own id gets another answer than an unknown one, and that has nothing of another brand', async () => {
  const answers = new Map<string, string>();
  const leaks: object[] = [];
  const ask = async (of: Case): Promise<void> => {
    const answer = await of.send(of.sent);
    answers.set(of.place, told(answer));
    const bare = of.isRead ? await of.send(of.bare) : answer;
    if (of.isRead) expect(bare.status, of.place).toBe(200);
    const found = [...leaksOf(answer, other.ids), ...leaksOf(bare, other.ids)];
    if (found.length > 0) leaks.push({ place: of.place, found });
  };
  await forEachAFew(
    cases.filter(({ place }) => !ENDS.test(place)),
    ask,
    12,
  );
  const isRetiring = ({ place }: Case) => place.startsWith('Retire');
  const ending = cases.filter(({ place }) => ENDS.test(place));
  // Others of them choose what is retired.
  for (const of of [...ending.filter((it) => !isRetiring(it)), ...ending.filter(isRetiring)]) await ask(of);
  expect(leaks).toEqual([]);
  // Answered alike, the request fails before its id is looked at: then the tests above see nothing.
  const blind = probes.filter((probe) => probe.missing === answers.get(probe.case.place));
  expect(blind.map(({ name, missing }) => ({ name, missing }))).toEqual([]);
});
