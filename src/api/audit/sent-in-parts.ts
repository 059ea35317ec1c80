import { JSON_TYPE } from '../http/media-types.ts';
import type { Answer } from '../http/route-answer.ts';
import type { RouteRequest } from '../http/route-request.ts';
import type { Line } from './audit-lines.ts';

/** A shorter answer is sent whole. */
const WHOLE = 256 * 1024;

interface About {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The caller's line: the answer is made in it, from its first part to its last. */
  readonly line: Line;
}

/**
 * An answer that is made at the pace of the client. What fails before it is longer than `WHOLE` is refused as usual; what
 * fails later is visibly cut off. `texts` are its parts.
 */
export const sentInParts = async (
  { signal, unread }: Pick<RouteRequest, 'signal' | 'unread'>,
  texts: AsyncGenerator<string>,
  { type, headers, line }: About,
): Promise<Answer> => {
  let begun = '';
  let isWhole = false;
  await line.run(async () => {
    while (begun.length <= WHOLE && !isWhole) {
      const { done, value } = await texts.next();
      if (done) isWhole = true;
      else begun += value;
    }
  }, signal);
  const first = Buffer.from(begun);
  const contentType = `${type}; charset=utf-8`;
  if (isWhole) return { bytes: first, headers, ...(type !== JSON_TYPE && { contentType }) };
  // It waits in the line again.
  unread.mustHold(first.length);
  return {
    contentType,
    headers,
    stream: (out) =>
      line.run(async () => {
        unread.release(first.length);
        await out.write(first);
        for await (const text of texts) await out.write(text);
      }, out.signal),
  };
};
