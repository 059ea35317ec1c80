import { randomUUID } from 'node:crypto';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { BenchApp } from './app.ts';

/** Sends a command of the demo brand's venue and answers the id of what it made: of most things a number, of a point a text. */
export type VenueCommand = (type: string, fields: object) => Promise<string & number>;

export const venueCommandsOf = async (app: BenchApp): Promise<VenueCommand> => {
  const token = await app.exchange(DEMO_KEYS.venue);
  return async (type, fields) => {
    const body = JSON.stringify({ command_id: randomUUID(), ...fields });
    return (await app.post<{ result: { id: never } }>(`/venue/v1/commands/${type}`, body, token)).result.id;
  };
};
