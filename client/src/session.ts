/** What the exchange of an API key answers. */
export interface Exchanged {
  readonly access_token: string;
  /** ISO 8601 instant. */
  readonly expires_at: string;
}

/** The access token of an API key, exchanged once for all callers. */
export interface Session {
  /** A token that is good, as far as is known. All who ask meanwhile wait for the same exchange. */
  token(): Promise<string>;
  /** The server refused this token with 401: the next `token()` exchanges again, unless somebody has done so already. */
  refused(token: string): void;
}

/** A token is renewed that long before its end: a request under way must not outlive it. */
const EARLY_MS = 60_000;

export const createSession = (exchange: () => Promise<Exchanged>): Session => {
  let current: { readonly token: string; readonly isGood: () => boolean } | undefined;
  let under: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const { access_token, expires_at } = await exchange();
    current = { token: access_token, isGood: lifeOf(expires_at) };
    return access_token;
  };

  return {
    token: () => {
      if (current?.isGood()) return Promise.resolve(current.token);
      // After a failure the next caller tries again.
      under ??= renew().finally(() => {
        under = undefined;
      });
      return under;
    },
    refused: (token) => {
      if (current?.token === token) current = undefined;
    },
  };
};

/** A clock that is far off must not make every request exchange: then the token counts until the server refuses it. */
const lifeOf = (expiresAt: string): (() => boolean) => {
  const end = Date.parse(expiresAt) - EARLY_MS;
  return Date.now() < end ? () => Date.now() < end : () => true;
};
