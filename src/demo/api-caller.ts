import { randomUUID } from 'node:crypto';
import { toError } from '../database/thrown.ts';

export type ApiAnswer = Record<string, unknown>;

/** Calls a running Tillstream, for demo programs that stand beside it. */
export const createApiCaller = (base: string) => {
  /** GET, or POST if there is a body. */
  const ask = async <Answer = ApiAnswer>(path: string, token?: string, body?: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    // The demo reads the answers of its own server: their schemas are checked in the tests of the API.
    const answer = (await response.json()) as Answer & { readonly message?: string };
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`);
    return answer;
  };
  return {
    ask,
    tokenFor: async (apiKey: string): Promise<string> =>
      String((await ask('/v1/auth/token', undefined, { api_key: apiKey })).access_token),
    command: async (token: string, type: string, fields: object): Promise<ApiAnswer> => {
      const body = { command_id: randomUUID(), ...fields };
      return (await ask<{ readonly result: ApiAnswer }>(`/venue/v1/commands/${type}`, token, body)).result;
    },
  };
};

/** Runs a demo program, and says in one line why it cannot. */
export const runProgram = async (base: string, main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    const isAway = error instanceof TypeError;
    console.error(isAway ? `Nothing answers at ${base}: npm start first.` : toError(error).message);
    process.exit(1);
  }
};
