import type { WebhookEvent } from './types.ts';

/** Why a call is no webhook of the secret's owner, or not one to act on. */
export type WebhookProblem =
  | 'signature_missing'
  | 'signature_wrong'
  | 'timestamp_missing'
  | 'timestamp_out_of_tolerance'
  | 'body_unreadable'
  | 'repeated';

/** A call that must not be acted on. Answer 401; for `repeated` 204, or it comes again. */
export class WebhookError extends Error {
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }
}

/** Headers of a server in any form: of the Fetch API, or the plain object of Node. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What else a call must meet. */
export interface VerifyOptions {
  /** How far the signed timestamp may be from now. Five minutes unless told. */
  readonly toleranceSeconds?: number;
  /** Refuses calls without a signed timestamp: those that have `X-Service-Signature` alone. */
  readonly requireTimestamp?: boolean;
  /**
   * Whether this event is the first with its id: note ids, for as long as you like, and answer false for a known one. The
   * call is then refused as `repeated`. Tillstream itself may send an event again, until you have answered it.
   */
  readonly isNew?: (eventId: string) => boolean | Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const TOLERANCE_S = 300;
const encoder = new TextEncoder();

/**
 * The event of a webhook call, typed by its `event`. The signature covers the raw body: take it before anything parses it.
 * Takes both signatures, `webhook-signature` (Standard Webhooks, with a signed timestamp) and `X-Service-Signature`; they
 * are compared in constant time.
 *
 * @throws {@link WebhookError} for a call that is not signed with this secret, is too old, or was seen before
 * @example
 * ```ts
 * const event = await verifyWebhook(rawBody, request.headers, secret, { isNew: (id) => seen.add(id) });
 * if (event.event === 'reservation.created') console.log(event.data.guest.name);
 * ```
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const { requireTimestamp = false, isNew } = options;
  // Anybody could sign with it.
  if (secret === '') throw new TypeError('The secret of the webhook is empty');
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const standard = headerOf(headers, 'webhook-signature');
  const plain = headerOf(headers, 'x-service-signature');
  if (standard !== undefined) await verifyStandard(body, headers, standard, secret, options);
  else if (requireTimestamp) throw new WebhookError('timestamp_missing', 'The call has no signed timestamp');
  else if (plain === undefined) throw new WebhookError('signature_missing', 'The call has no signature');
  else if (!(await isSigned(encoder.encode(secret), body, [fromHex(plain)]))) throw wrong();

  const event = read(body);
  if (isNew && !(await isNew(event.event_id))) throw new WebhookError('repeated', 'This event was seen before');
  return event;
};

/** https://www.standardwebhooks.com: the signature covers the id and the time of the call, too. */
const verifyStandard = async (
  body: Bytes,
  headers: WebhookHeaders,
  signatures: string,
  secret: string,
  { toleranceSeconds = TOLERANCE_S, now = Date.now }: VerifyOptions,
): Promise<void> => {
  const id = headerOf(headers, 'webhook-id') ?? '';
  const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  // Several while a secret is being replaced.
  const given = signatures.split(' ').map((one) => fromBase64(one.startsWith('v1,') ? one.slice(3) : ''));
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (!key?.length || !(await isSigned(key, signed, given))) throw wrong();
  if (!(Math.abs(now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookError('timestamp_out_of_tolerance', 'The call was signed too long ago, or in the future');
  }
};

/** `subtle.verify` compares in constant time. */
const isSigned = async (key: Bytes, data: Bytes, signatures: readonly (Bytes | undefined)[]): Promise<boolean> => {
  const { subtle } = globalThis.crypto;
  const hmac = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures) {
    if (signature && (await subtle.verify('HMAC', hmac, signature, data))) return true;
  }
  return false;
};

const wrong = (): WebhookError => new WebhookError('signature_wrong', 'The signature is not that of this secret');

const read = (body: Bytes): WebhookEvent => {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent;
    if (typeof event.event === 'string' && typeof event.event_id === 'string') return event;
  } catch {
    // Told below.
  }
  throw new WebhookError('body_unreadable', 'The body is no event of Tillstream');
};

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof entry === 'string' ? entry : (entry as readonly string[] | undefined)?.[0];
};

const fromHex = (text: string): Bytes | undefined => {
  const hex = /^sha256=((?:[0-9a-f]{2}){32})$/i.exec(text)?.[1];
  return hex ? Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) : undefined;
};

/** Of either alphabet. Undefined for what is no base64. */
const fromBase64 = (text: string): Bytes | undefined => {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
};
