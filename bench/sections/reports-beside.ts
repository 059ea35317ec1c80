import type { BenchContext, Figure } from '../section.ts';
import type { BenchApp } from '../support/app.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { fromCallers, interleave, seconds } from '../support/rounds.ts';
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

/** An order's p99 while two large reports are made all the time, as many as a brand may have, beside that without. */
export const neighbourOf = async (context: BenchContext, app: BenchApp, period: object): Promise<Figure> => {
  const orders = context.quick ? 200 : 1_000;
  const nextBody = await createOrderBodies(app);
  const report = JSON.stringify({
    kind: 'sales',
    ...period,
    group_by: ['product', 'date', 'hour'],
    limit: 10,
    measures: ['net_amount', 'clients_count', 'cheques_count'],
  });
  const slowest = async (): Promise<number> => {
    const times: number[] = [];
    await fromCallers(CALLERS, orders, async () => {
      times.push((await seconds(() => app.post('/v1/orders', nextBody()))) * 1_000);
    });
    return percentile(times, 99);
  };
  const beside = async (): Promise<number> => {
    let isOver = false;
    const reporter = async () => {
      while (!isOver) await app.post('/v1/reports/olap', report);
    };
    const reporters = [reporter(), reporter()];
    const p99 = await slowest();
    isOver = true;
    await Promise.all(reporters);
    return p99;
  };
  const { ours, baseline } = await interleave(context, beside, slowest);
  return {
    name: `an order's p99 at ${CALLERS} callers, while two large reports are made`,
    unit: 'ms',
    rounds: ours,
    baseline: { name: 'without', rounds: baseline },
  };
};
