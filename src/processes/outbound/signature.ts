import { createHmac, timingSafeEqual } from 'node:crypto';

/** Before each signing secret. What follows is base64. */
export const SECRET_PREFIX = 'whsec_';

/** The header X-Service-Signature of a body (docs/domain.md#keys). The key is the whole secret, with its prefix. */
export const sign = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;

/** Whether the header matches the raw body. */
export const verify = (body: string, secret: string, header: string): boolean => {
  const [given, right] = [Buffer.from(header), Buffer.from(sign(body, secret))];
  return given.length === right.length && timingSafeEqual(given, right);
};

export interface SignedCall {
  readonly body: string;
  readonly secret: string;
  /** The same in every repeat. */
  readonly id: string;
  /** When it is sent, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * All headers that prove a call: ours, and those of Standard Webhooks (https://www.standardwebhooks.com), whose key is
 * the decoded base64 after the prefix.
 */
export const signatureHeaders = ({ body, secret, id, at }: SignedCall): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
  return {
    'x-service-signature': sign(body, secret),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  };
};
