import { type BodyReader, type BodyReading, collect, counterOf, letSend, tooLarge } from './body.ts';
import { HttpError } from './errors.ts';
import type { RouteBytes } from './route.ts';

/** Reads a body as it is, of one of the route's media types. It must not be compressed once more: pictures are. */
export const createBytesReader =
  ({ types, most }: RouteBytes, { budget }: Pick<BodyReading, 'budget'>): BodyReader =>
  async (req, res, callerId) => {
    const { headers } = req;
    const length = headers['content-length'];
    if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined;
    const type = headers['content-type']?.replace(/;.*/s, '').trim().toLowerCase();
    if (type === undefined || !types.includes(type) || headers['content-encoding'] !== undefined) {
      throw new HttpError(400, 'body_type_wrong', { allowed: [...types] });
    }
    if (Number(length) > most) throw tooLarge(most);
    const room = budget.roomFor(callerId);
    try {
      letSend(req, res);
      const { pieces, isWhole } = await collect(req, most, room, counterOf(res));
      if (!isWhole) throw tooLarge(most);
      return Buffer.concat(pieces);
    } finally {
      room.release();
      // The rest is read and dropped: a client that sends before it reads must still get its answer.
      req.resume();
    }
  };
