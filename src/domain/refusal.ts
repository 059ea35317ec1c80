/** Why a rule refuses. The HTTP layer turns the kind into a status code: 400, 403, 404, 409. */
export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict';

/** What the text of a refusal names. `field` is the path of the field that is to blame. Never personal: callers get them as they are. */
export type RefusalParams = Readonly<Record<string, string | number | readonly string[]>>;

/** Fields of the answer beside the text's values: what joins its `details`, and what stands beside them. */
export interface RefusalMore {
  /** The field that is to blame, if the text says it in words of its own. */
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Who has the table. */
  readonly conflict?: Readonly<Record<string, unknown>>;
  /** The shift of attendance that takes the time. */
  readonly overlaps_with?: Readonly<Record<string, unknown>>;
}

/**
 * A business rule refused the command; nothing was recorded. `code` names the message in the catalogue of
 * src/api/http/messages/ and is stable for clients; `params` fill the message's placeholders, and are answered as `field`
 * and `details` too.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly params: RefusalParams;
  readonly more: RefusalMore;

  constructor(kind: RefusalKind, code: string, params: RefusalParams = {}, more: RefusalMore = {}) {
    super(code);
    this.name = 'Refusal';
    this.kind = kind;
    this.code = code;
    this.params = params;
    this.more = more;
  }
}

export const invalid = (code: string, params?: RefusalParams, more?: RefusalMore) =>
  new Refusal('invalid', code, params, more);
/** One of a few names was asked for, and it is none of these. `allowed` is a list in each answer, whoever refuses. */
export const notAllowed = (field: string, allowed: readonly string[]) =>
  invalid('field_not_allowed', { field, allowed });
export const forbidden = (code: string, params?: RefusalParams, more?: RefusalMore) =>
  new Refusal('forbidden', code, params, more);
export const notFound = (code: string, params?: RefusalParams, more?: RefusalMore) =>
  new Refusal('not_found', code, params, more);
export const conflict = (code: string, params?: RefusalParams, more?: RefusalMore) =>
  new Refusal('conflict', code, params, more);
