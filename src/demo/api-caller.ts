import { randomUUID } from 'node:crypto';

export type ApiAnswer = Record<string, unknown>;

/** Calls a running Tillstream, for demo programs that stand beside it. */
export const createApiCaller = (base: string) => {
  /** GET, or POST if there is a body. */
  const ask = async (path: string, token?: string, body?: object): Promise<ApiAnswer> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    const answer = (await response.json()) as ApiAnswer;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`);
    return answer;
  };
  return {
    ask,
    tokenFor: async (apiKey: string): Promise<string> =>
      String((await ask('/v1/auth/token', undefined, { api_key: apiKey })).access_token),
    command: async (token: string, type: string, fields: object): Promise<ApiAnswer> => {
      const answer = await ask(`/venue/v1/commands/${type}`, token, { command_id: randomUUID(), ...fields });
      return answer.result as ApiAnswer;
    },
  };
};

/** Runs a demo program, and says in one line why it cannot. */
export const runProgram = async (base: string, main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    const isAway = error instanceof TypeError;
    console.error(isAway ? `Nothing answers at ${base}: npm start first.` : (error as Error).message);
    process.exit(1);
  }
};
