import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { destroyedKeys } from '../personal/destroyed-keys.ts';
import { erasable } from '../personal/erasable.ts';
import { LANGUAGES } from '../references/events.ts';
import { ROLES } from './roles.ts';

const id = z.int();
const instant = z.iso.datetime();

const ofAccount = z.object({ account_id: id, brand_id: z.uuid() });

/** What owners and managers may change. */
const terms = z.object({
  role: z.enum(ROLES),
  /** Null: every point of the brand. */
  point_ids: z.array(z.uuid()).nullable(),
  language: z.enum(LANGUAGES),
  employee_id: id.nullable(),
  personal: z.object({ account_id: id, login: erasable(z.string()), name: erasable(z.string()) }),
});

/** The invitation itself is shown once and never stored. */
const invitation = z.object({ hash: z.string(), expires_at: instant });

const address = z.object({ account_id: id, address: erasable(z.string()) });

export const accountEvents = {
  AccountInvited: { version: 1, schema: ofAccount.extend({ ...terms.shape, invitation, invited_at: instant }) },
  /** All terms as they are from now on. */
  AccountChanged: { version: 1, schema: ofAccount.extend(terms.shape) },
  /** The person has set a password. The hash is in a table of its own, under this id, and never in the log. */
  InvitationAccepted: { version: 1, schema: ofAccount.extend({ credential_id: z.uuid(), accepted_at: instant }) },
  /** By the person, who knew the old one. */
  PasswordChanged: { version: 1, schema: ofAccount.extend({ credential_id: z.uuid(), changed_at: instant }) },
  /** No password counts any more, until the new invitation is accepted. */
  PasswordReset: { version: 1, schema: ofAccount.extend({ invitation, reset_at: instant }) },
  /** At most one an hour of each address. The address is that which limits count. */
  SignedIn: { version: 1, schema: ofAccount.extend({ personal: address, signed_in_at: instant }) },
  /** At most one an hour of each address: somebody did not know the password. */
  SignInFailed: { version: 1, schema: ofAccount.extend({ personal: address, failed_at: instant }) },
  AccountDisabled: { version: 1, schema: ofAccount.extend({ disabled_at: instant }) },
  AccountEnabled: { version: 1, schema: ofAccount },
  /** The person is forgotten: name and login can no longer be read. The number stays. */
  AccountErased: { version: 1, schema: ofAccount.extend({ reason: z.string(), ...destroyedKeys }) },
} as const;

export type AccountEvent = EventsOf<typeof accountEvents>;
export type Invitation = z.infer<typeof invitation>;
export type AccountInvited = z.infer<(typeof accountEvents)['AccountInvited']['schema']>;
export type AccountErased = z.infer<(typeof accountEvents)['AccountErased']['schema']>;
export type AccountTerms = Omit<z.infer<typeof terms>, 'personal'> & { readonly name: string | null };
