import type { AccountTerms, Invitation } from './events.ts';

/**
 * The grant under which the account was taken from the owners of the brand (owners.ts) before this. Null: it is no owner
 * who may sign in.
 */
interface Releasing {
  readonly released: number | null;
}

/** Whether whoever acts may act on accounts of owners (`mayTouchOwners`). */
interface ByWhom {
  readonly brand_id: string;
  readonly touches_owners: boolean;
}

export type AccountCommand =
  | ({
      readonly type: 'InviteAccount';
      readonly account_id: number;
      readonly login: string;
      readonly terms: AccountTerms;
      readonly invitation: Invitation;
      readonly at: string;
    } & ByWhom)
  /** An undefined term stays as it is. */
  | ({
      readonly type: 'ChangeAccount';
      readonly terms: { readonly [Term in keyof AccountTerms]?: AccountTerms[Term] | undefined };
    } & ByWhom &
      Releasing)
  | ({ readonly type: 'DisableAccount'; readonly at: string } & ByWhom & Releasing)
  | ({ readonly type: 'EnableAccount' } & ByWhom)
  | ({ readonly type: 'ResetAccount'; readonly invitation: Invitation; readonly at: string } & ByWhom)
  | ({ readonly type: 'EraseAccount'; readonly reason: string; readonly subjects: readonly string[] } & ByWhom)
  /** `hash`: of the invitation that the person brings. `credential_id`: names the hash of the new password. */
  | { readonly type: 'AcceptInvitation'; readonly hash: string; readonly credential_id: string; readonly at: string }
  | { readonly type: 'NoteSignIn'; readonly is_right: boolean; readonly address: string; readonly at: string }
  /** `from`: the credential whose password the person has just proved. */
  | {
      readonly type: 'ChangePassword';
      readonly from: string;
      readonly credential_id: string;
      readonly at: string;
    };
