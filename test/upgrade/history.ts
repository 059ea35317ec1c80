import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';
import type { createClock } from '../support/clock.ts';
import { fittingBody } from '../support/fitting/fitting.ts';
import { createFittingWorld } from '../support/fitting/world.ts';
import { createWorld, type World } from '../support/isolation/world.ts';
import { send, startPartner } from '../support/loyalty.ts';
import { tellStories } from './stories.ts';

/** Every command of the venue once, one after the other, in a brand that has one of everything. */
export const makeHistory = async (app: TestApp, clock: ReturnType<typeof createClock>): Promise<World> => {
  const world = await createWorld(app);
  const { venue } = world;
  const loyalty = await startPartner();
  const fitting = await createFittingWorld({ app, venue, clock, loyalty });
  for (const [type, { audiences }] of app.tillstream.bus.definitions) {
    if (!audiences.includes('venue')) continue;
    const answer = await send(venue, type, { ...(await fittingBody(fitting, type)) });
    expect.soft(answer.body, type).toMatchObject({ status: 'accepted' });
  }
  await tellStories(fitting);
  await loyalty.close();
  return world;
};
