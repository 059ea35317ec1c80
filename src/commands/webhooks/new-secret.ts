import { Refusal } from '../../domain/refusal.ts';

/** Makes and forgets signing secrets. */
export interface SecretMint {
  /**
   * Makes a signing secret and keeps it under a new id. It signs nothing until an event names the id: a crash before
   * that leaves an unused secret.
   */
  mintSecret(): Promise<{ readonly secret_id: string; readonly secret: string }>;
  /** Forgets a secret that no event has named. */
  forgetSecret(secretId: string): Promise<void>;
}

interface Recorded {
  readonly events: readonly { readonly data: object }[];
}

/**
 * Has an event name a new secret. If none does, because the command was refused or another one was first, the secret is forgotten.
 * Where it is not known whether one does, the secret stays. `secret`: null, if no event names it.
 */
export const recordWithSecret = async <Handled extends Recorded>(
  mint: SecretMint,
  record: (secretId: string) => Promise<Handled>,
): Promise<{ readonly handled: Handled; readonly secret: string | null }> => {
  const { secret_id, secret } = await mint.mintSecret();
  // At worst it stays, and signs nothing.
  const forget = (): Promise<void> => mint.forgetSecret(secret_id).catch(() => {});
  const handled = await record(secret_id).catch(async (error: unknown) => {
    if (error instanceof Refusal) await forget();
    throw error;
  });
  const isNamed = handled.events.some(({ data }) => 'secret_id' in data && data.secret_id === secret_id);
  if (!isNamed) await forget();
  return { handled, secret: isNamed ? secret : null };
};
