import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { type Sms, SmsFailed, type SmsGateway } from './sms-gateway.ts';

export interface HttpGatewayOptions {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token?: string | undefined;
  /** Of one attempt. */
  readonly timeoutMs?: number;
  /**
   * Finds the addresses of the gateway's name. It must work outside of libuv's thread pool: with `dns.lookup` a code
   * would wait for other users of the threads.
   */
  readonly lookup: LookupFunction;
  readonly delay?: (ms: number) => Promise<unknown>;
}

const TIMEOUT_MS = 5_000;
/**
 * The pause before each further attempt. The guest waits all that time; afterwards the guest may ask for another code.
 */
const PAUSES_MS = [200, 800];

/** The result of one attempt: null when the gateway took the text. */
interface Failure {
  readonly reason: string;
  /** Whether the gateway may succeed in a moment: it is down, slow, or says that it failed. */
  readonly isPassing: boolean;
}

/** A gateway that takes `{phone, text}` as JSON, and answers 2xx when it has taken the text. */
export const createHttpGateway = (options: HttpGatewayOptions): SmsGateway => {
  const { url, token, timeoutMs = TIMEOUT_MS, lookup, delay = pause } = options;
  const dispatcher = new Agent({ connect: { timeout: timeoutMs, lookup } });
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };

  const attempt = async ({ phone, text }: Sms): Promise<Failure | null> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        dispatcher,
        body: JSON.stringify({ phone, text }),
        // A redirect leads to another party, which must not get phones and codes.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      // The body of its answer is not needed, and must not keep the connection busy.
      await response.body?.cancel();
      if (response.ok) return null;
      return { reason: `the SMS gateway answered ${response.status}`, isPassing: response.status >= 500 };
    } catch (error) {
      return { reason: `the SMS gateway could not be asked: ${nameOf(error)}`, isPassing: true };
    }
  };

  return {
    send: async (sms) => {
      let failure = await attempt(sms);
      for (const ms of PAUSES_MS) {
        if (!failure?.isPassing) break;
        await delay(ms);
        failure = await attempt(sms);
      }
      if (failure) throw new SmsFailed(failure.reason);
    },
  };
};

/** `ECONNREFUSED`, `TimeoutError`. The messages of fetch's errors contain the address, and may contain more. */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { cause, name } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
};
