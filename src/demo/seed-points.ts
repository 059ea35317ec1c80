import { z } from 'zod';
import { POINTS } from './brand/points.ts';
import { Ids, type Step } from './steps.ts';

/** Point ids by key. */
export const seedPoints = async (step: Step): Promise<Ids<string>> => {
  const points = new Ids(z.uuid());
  for (const [key, fields] of Object.entries(POINTS)) {
    points.set(key, (await step(`point/${key}`, 'DefinePoint', fields)).id);
  }
  return points;
};
