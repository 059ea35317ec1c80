import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type HttpAnswer, type HttpClient, Unanswered } from '../support/http-client.ts';
import type { Entry, Facts, History, Phase } from './history.ts';
import type { Door } from './operations.ts';
import type { NemesisVenue } from './venue.ts';

/** Without faults only a machine that is busy with other things is as slow. */
const LONG_PATIENCE_MS = 15_000;
/** Before a request is sent again: while both apps are away the operations of a round would all be over within seconds. */
const PAUSE_MS = 200;

/** A key that was issued, used and revoked, with a token that was bought before. */
export interface RevokedKey {
  readonly key_id: string;
  readonly api_key: string;
  readonly token: string;
}

/** `next` of the change feed. */
export interface FeedPlace {
  readonly changed_since: string;
  readonly after_id: string | null;
}

/** What all clients of a round share. */
export interface Round {
  readonly seed: number;
  readonly floor: NemesisVenue;
  readonly urls: readonly string[];
  readonly history: History;
  readonly revoked: RevokedKey[];
  /** How far each client has read the change feed of reservations. */
  readonly feeds: Map<number, FeedPlace>;
  /** How long a client waits for an answer while there are faults. */
  readonly patienceMs: number;
  phase: Phase;
  /** How often everything was tried after the faults. */
  probes: number;
}

export type Send = (client: HttpClient) => Promise<HttpAnswer>;

export interface Request extends Facts {
  readonly kind: Entry['kind'];
  readonly door: Door;
  /** Undefined: without a token. */
  readonly token: string | undefined;
  readonly send: Send;
  /** What a good answer says beyond what was known before. */
  readonly read?: (answer: HttpAnswer) => Facts;
}

/** One client's requests, each written down with what became of it. */
export interface Session {
  /** Sends it once. Undefined: no answer came. */
  ask(request: Request): Promise<HttpAnswer | undefined>;
  /** Sends it up to so many times, to one app and the other in turn, until there is an answer that is no 503. */
  insist(request: Request, attempts?: number): Promise<HttpAnswer | undefined>;
  /** Insists on a command of the till. Each attempt has the same command id. */
  command(type: string, door: Door, fields: object, about?: Facts, attempts?: number): Promise<HttpAnswer | undefined>;
}

export const openSession = (round: Round, client: number): Session => {
  const ask: Session['ask'] = async ({ kind, door, token, send, read = () => ({}), ...facts }) => {
    const { phase, history } = round;
    const patience = phase === 'faults' ? round.patienceMs : LONG_PATIENCE_MS;
    const invokedAt = performance.now();
    const answer = await send(createClient(round.urls[door]!, token, patience)).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) throw error;
      return undefined;
    });
    const isGood = answer !== undefined && answer.status < 300;
    history.add({
      client,
      kind,
      door,
      phase,
      invokedAt,
      endedAt: performance.now(),
      ...facts,
      status: answer?.status,
      ...(answer && { code: answer.body.code, retryAfter: answer.headers.get('retry-after') }),
      ...(isGood && read(answer)),
    });
    return answer;
  };

  const insist: Session['insist'] = async (request, attempts = 3) => {
    let answer: HttpAnswer | undefined;
    for (let attempt = 0; attempt < attempts; attempt++) {
      answer = await ask({ ...request, door: ((request.door + attempt) % 2) as Door });
      if (answer && answer.status !== 503) return answer;
      await delay(PAUSE_MS);
    }
    return answer;
  };

  const command: Session['command'] = (type, door, fields, about = {}, attempts) => {
    const command_id = randomUUID();
    const read = ({ body }: HttpAnswer): Facts => ({
      position: body.position,
      // A repeat is answered with what was true the first time.
      ...(body.status === 'accepted' && about.order_id !== undefined && { order_status: body.result.status }),
    });
    const request: Request = {
      kind: 'command',
      door,
      token: round.floor.till.token,
      command: type,
      command_id,
      ...about,
      read,
      send: (client) => client.post(`/venue/v1/commands/${type}`, { command_id, ...fields }),
    };
    return insist(request, attempts);
  };

  return { ask, insist, command };
};
