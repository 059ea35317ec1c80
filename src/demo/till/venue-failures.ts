import { z } from 'zod';

/** The API understood the request and refused it: sent again, it would be refused again. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

/** A failure that may pass; not to be tried again before so many milliseconds. */
export class TryLater extends Error {
  readonly afterMs: number;

  constructor(status: number, afterMs: number) {
    super(`status ${status}`);
    this.name = 'TryLater';
    this.afterMs = afterMs;
  }
}

const refusal = z.object({ code: z.string() });

/** The failure that an answer tells of. */
export const failureOf = async (answer: Response): Promise<Error> => {
  const { status } = answer;
  // The body is always read: until then no other request can use its connection.
  const body: unknown = await answer.json().catch(() => undefined);
  if (status === 401 || status === 429 || status >= 500) {
    const seconds = Number(answer.headers.get('retry-after') ?? 0);
    return new TryLater(status, Number.isFinite(seconds) ? seconds * 1000 : 0);
  }
  return new Refused(status, refusal.safeParse(body).data?.code ?? 'unknown');
};
