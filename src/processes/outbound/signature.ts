import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header X-Service-Signature of a body (docs/domain.md#keys). */
export const sign = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;

/** Whether the header matches the raw body. */
export const verify = (body: string, secret: string, header: string): boolean => {
  const [given, right] = [Buffer.from(header), Buffer.from(sign(body, secret))];
  return given.length === right.length && timingSafeEqual(given, right);
};
