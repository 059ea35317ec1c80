import { hash, randomBytes } from 'node:crypto';
import type { Invitation } from '../../domain/accounts/events.ts';

/** An invitation is good for 72 hours. */
const LASTS_MS = 72 * 3600 * 1000;

/** An invitation names its account, so that nothing has to be looked up: `<account_id>.<256 random bits>`. */
const FORM = /^([1-9]\d{0,15})\.[A-Za-z0-9_-]{43}$/;

export interface NewInvitation {
  /** What the person gets, once. */
  readonly text: string;
  readonly recorded: Invitation;
}

/** `now`: milliseconds since the epoch. */
export const newInvitation = (accountId: number, now: number): NewInvitation => {
  const text = `${accountId}.${randomBytes(32).toString('base64url')}`;
  return { text, recorded: { hash: hashOf(text), expires_at: new Date(now + LASTS_MS).toISOString() } };
};

/** The account of an invitation, and the hash that it is known by. Undefined: this is no invitation. */
export const readInvitation = (text: string): { readonly account_id: number; readonly hash: string } | undefined => {
  const [, id] = FORM.exec(text) ?? [];
  return id === undefined ? undefined : { account_id: Number(id), hash: hashOf(text) };
};

const hashOf = (text: string): string => hash('sha256', text);
