import type { BenchContext, Figure } from '../section.ts';
import type { BenchApp } from '../support/app.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { fromCallers, interleave, seconds, takeTurns } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

const MB = 1024 ** 2;

/** Resident memory while reports of 50 000 rows go out, one after the other, beside that before. */
export const memoryOf = async (app: BenchApp, period: object): Promise<Figure> => {
  const body = JSON.stringify({
    kind: 'sales',
    ...period,
    group_by: ['cheque'],
    measures: ['revenue', 'guests_count'],
    limit: 50_000,
  });
  const send = async () => {
    const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json', accept: 'text/csv' };
    const response = await fetch(`${app.url}/v1/reports/olap`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`the report answered ${response.status}`);
    return (await response.text()).length;
  };
  await send();
  const before = (await app.child.ask('memory')) / MB;
  let most = before;
  for (let count = 0; count < 10; count++) {
    await send();
    most = Math.max(most, (await app.child.ask('memory')) / MB);
  }
  return {
    name: 'resident memory, ten reports of 50 000 rows',
    unit: 'MB',
    rounds: [most],
    baseline: { name: 'after the first', rounds: [before] },
    goals: [{ of: 'ratio', below: 1.2 }],
  };
};

const CALLERS = 4;

/** Measures of an order's p99 in milliseconds: with nothing beside it, and while two large reports are made all the time, as many as a brand may have. */
const measuresOf = async (context: BenchContext, app: BenchApp, period: object) => {
  const orders = context.quick ? 200 : 1_000;
  const nextBody = await createOrderBodies(app);
  const report = JSON.stringify({
    kind: 'sales',
    ...period,
    group_by: ['product', 'date', 'hour'],
    limit: 10,
    measures: ['net_amount', 'clients_count', 'cheques_count'],
  });
  const alone = async (): Promise<number> => {
    const times: number[] = [];
    await fromCallers(CALLERS, orders, async () => {
      times.push((await seconds(() => app.post('/v1/orders', nextBody()))) * 1_000);
    });
    return percentile(times, 99);
  };
  const withReports = async (): Promise<number> => {
    let isOver = false;
    const reporter = async () => {
      while (!isOver) await app.post('/v1/reports/olap', report);
    };
    const reporters = [reporter(), reporter()];
    const p99 = await alone();
    isOver = true;
    await Promise.all(reporters);
    return p99;
  };
  return { alone, withReports };
};

const SLOWEST = `an order's p99 at ${CALLERS} callers`;

/** An order's p99 while two large reports are made, beside that without. */
export const neighbourOf = async (context: BenchContext, app: BenchApp, period: object): Promise<Figure> => {
  const { alone, withReports } = await measuresOf(context, app, period);
  const { ours, baseline } = await interleave(context, withReports, alone);
  return {
    name: `${SLOWEST}, while two large reports are made`,
    unit: 'ms',
    rounds: ours,
    baseline: { name: 'without', rounds: baseline },
  };
};

/**
 * The same, and once more with strangers at work in place of the reports: programs that `startStrangers` starts and ends, and that
 * share nothing with Tillstream but the machine.
 */
export const neighboursOf = async (
  context: BenchContext,
  app: BenchApp,
  period: object,
  startStrangers: () => () => Promise<void>,
): Promise<Figure[]> => {
  const { alone, withReports } = await measuresOf(context, app, period);
  const withStrangers = async (): Promise<number> => {
    const end = startStrangers();
    try {
      return await alone();
    } finally {
      await end();
    }
  };
  const [reports, strangers, without] = await takeTurns(context, [withReports, withStrangers, alone]);
  return [
    {
      name: `${SLOWEST}, while a replica makes two large reports`,
      unit: 'ms',
      rounds: reports!,
      baseline: { name: 'without', rounds: without! },
      goals: [{ of: 'ratio', below: 1.1 }],
    },
    {
      name: `${SLOWEST}, while a replica makes two large reports, beside two other programs in the place of the reports`,
      unit: 'ms',
      rounds: reports!,
      baseline: { name: 'two programs that sort numbers', rounds: strangers! },
    },
  ];
};
