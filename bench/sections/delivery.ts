import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { circle } from '../../test/support/polygons.ts';
import type { Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { fromCallers } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

const ZONES = 2_000;
const ACROSS = 50;
/** Degrees between the middles of zones; each place is in four or so. */
const STEP = 0.01;
/** Every tenth zone is as fine as a district's outline. */
const corners = (zone: number): number => (zone % 10 === 0 ? 500 : 60);
const CALLERS = 8;

/** POST /v1/delivery/check of a brand with 2 000 zones that overlap. */
export const delivery: Section = {
  name: 'delivery',
  run: async (context) => {
    const amount = context.quick ? 2_000 : 20_000;
    const app = await startApp(context.adminUrl);
    try {
      await drawZones(app);
      const rounds: { p50: number; p99: number }[] = [];
      await measure(app, amount);
      for (let round = 1; round <= context.rounds; round++) {
        rounds.push(await measure(app, amount));
        context.progress(`round ${round}: p99 ${rounds.at(-1)!.p99.toFixed(2)} ms`);
      }
      const figure = (of: 'p50' | 'p99'): Figure => ({
        name: `POST /v1/delivery/check ${of}, ${ZONES} zones, ${CALLERS} callers`,
        unit: 'ms',
        rounds: rounds.map((round) => round[of]),
      });
      return [figure('p50'), { ...figure('p99'), goals: [{ of: 'value', below: 5 }] }];
    } finally {
      await app.stop();
    }
  },
};

const drawZones = async (app: BenchApp): Promise<void> => {
  const { points } = await app.get<{ points: { id: string }[] }>('/v1/points');
  const token = await app.exchange(DEMO_KEYS.venue);
  await fromCallers(16, ZONES, async (zone) => {
    const [longitude, latitude] = [69 + (zone % ACROSS) * STEP, 41.1 + Math.floor(zone / ACROSS) * STEP];
    const fields = {
      command_id: randomUUID(),
      point_id: points[zone % points.length]!.id,
      name: `Zone ${zone}`,
      price: 1_000,
      polygon: circle(longitude, latitude, 1.1 * STEP, corners(zone)),
      minutes: 30,
      min_order_amount: 0,
      priority: zone % 3,
    };
    await app.post('/venue/v1/commands/DefineZone', JSON.stringify(fields), token);
  });
  await app.shown();
};

/** Milliseconds, as the callers see them: places all over the zones and around them. */
const measure = async (app: BenchApp, amount: number): Promise<{ p50: number; p99: number }> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });
  const latencies: number[] = [];
  try {
    await fromCallers(CALLERS, amount, async (index) => {
      // Steps that share no factor with the span: no place comes twice.
      const [longitude, latitude] = [
        68.98 + (((index * 7_919) % 10_007) / 10_007) * 0.54,
        41.08 + (index % 443) / 1_000,
      ];
      const began = performance.now();
      await check(app, agent, JSON.stringify({ latitude, longitude }));
      latencies.push(performance.now() - began);
    });
  } finally {
    agent.destroy();
  }
  return { p50: percentile(latencies, 50), p99: percentile(latencies, 99) };
};

const check = (app: BenchApp, agent: http.Agent, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' };
    const request = http.request(`${app.url}/v1/delivery/check`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`a check was answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
    request.end(body);
  });
