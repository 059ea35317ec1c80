import type { RequestHandler } from 'express';
import jwt from 'jsonwebtoken';

const SECRET = 'a secret of the peers, of some length';

/** A partner's token for one point. */
export const issueToken = (point_id: string): string =>
  jwt.sign({ sub: 'partner', points: [point_id] }, SECRET, { expiresIn: '1d' });

/** Answers 401 without a good token, 403 where it is not for the point of the body. */
export const checkToken: RequestHandler = (req, res, next) => {
  const token = req.headers.authorization?.replace(/^Bearer /, '') ?? '';
  let points: unknown;
  try {
    points = (jwt.verify(token, SECRET, { algorithms: ['HS256'] }) as jwt.JwtPayload).points;
  } catch {
    res.status(401).json({ error: 'no good token' });
    return;
  }
  if (Array.isArray(points) && points.includes(req.body?.point_id)) next();
  else res.status(403).json({ error: 'the token is not for this point' });
};
