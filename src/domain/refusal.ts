/** Why a rule refuses. The HTTP layer turns the kind into a status code: 400, 403, 404, 409. */
export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict';

/**
 * A business rule refused the command; nothing was recorded. `code` names the message in the catalogue of
 * src/api/http/messages/ and is stable for clients; `params` fill the message's placeholders.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** More fields of the answer, if the contract asks for them. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    kind: RefusalKind,
    code: string,
    params: Readonly<Record<string, string | number>> = {},
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(code);
    this.name = 'Refusal';
    this.kind = kind;
    this.code = code;
    this.params = params;
    this.details = details;
  }
}

export const invalid = (code: string, params?: Readonly<Record<string, string | number>>) =>
  new Refusal('invalid', code, params);
export const forbidden = (code: string, params?: Readonly<Record<string, string | number>>) =>
  new Refusal('forbidden', code, params);
export const notFound = (code: string, params?: Readonly<Record<string, string | number>>) =>
  new Refusal('not_found', code, params);
export const conflict = (code: string, params?: Readonly<Record<string, string | number>>) =>
  new Refusal('conflict', code, params);
