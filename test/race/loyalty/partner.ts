import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type PointsService, sendJson, startPointsService } from '../../../src/demo/points-service.ts';
import { idByPhone } from '../../support/loyalty.ts';

export interface BadPartner extends PointsService {
  secret: string;
  /** It answers 503 and does nothing. */
  isAway: boolean;
  /** It behaves from now on. */
  isGood: boolean;
  /** What it did, by name. */
  readonly faults: Map<string, number>;
  /** What must never come: calls that are not signed well, or that say something else with the same id. */
  readonly wrongs: string[];
}

/** Longer than the app waits. */
const TOO_LATE_MS = 5_500;

/** A points service that does what it is told, and often fails to say so. */
export const startBadPartner = async (random: () => number): Promise<BadPartner> => {
  const faults = new Map<string, number>();
  const wrongs: string[] = [];
  const bodies = new Map<string, string>();
  const hands = { secret: '', isAway: false, isGood: false };
  const count = (name: string): void => void faults.set(name, (faults.get(name) ?? 0) + 1);

  /** Every so many answers something happens after it has acted. */
  const FAULTS: readonly (readonly [string, number, (response: ServerResponse) => void])[] = [
    ['hangs up', 0.08, (response) => response.destroy()],
    ['fails after acting', 0.04, (response) => sendJson(response, { status: 500, body: { message: 'Sorry' } })],
    ['says it twice', 0.03, (response) => void response.writeHead(200).end('{"hold_id":1}{"hold_id":1}')],
    ['says nothing', 0.003, () => {}],
  ];

  const service = await startPointsService({
    customerIdOf: idByPhone,
    secret: () => hands.secret,
    onRefused: (why) => wrongs.push(why),
    before: async (response, method) => {
      if (hands.isAway) {
        count('is away');
        sendJson(response, { status: 503, body: { message: 'Away' } });
        return true;
      }
      if (hands.isGood) return false;
      // Calls overtake each other. Some act when the caller has long given up.
      await delay(random() * 40);
      if (method === 'hold' && random() < 0.01) {
        count('acts too late');
        await delay(TOO_LATE_MS);
      }
      return false;
    },
    onTold: ({ call: { operation_id }, raw }) => {
      const before = bodies.get(operation_id);
      if (before !== undefined && before !== raw) wrongs.push(`another body with the same id: ${before} ${raw}`);
      bodies.set(operation_id, raw);
    },
    send: async (response, { method, answer }) => {
      if (hands.isGood) return sendJson(response, answer);
      await delay(random() * 60);
      // More often for holds: nobody but the app knows of a hold whose answer was lost.
      let chance = random() / (method === 'hold' ? 2 : 1);
      for (const [name, part, fail] of FAULTS) {
        if (chance < part) {
          count(name);
          return fail(response);
        }
        chance -= part;
      }
      sendJson(response, answer);
    },
  });
  return Object.assign(hands, { ...service, faults, wrongs });
};
