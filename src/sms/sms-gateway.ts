export interface Sms {
  readonly brand_id: string;
  /** E.164, with its plus. */
  readonly phone: string;
  readonly text: string;
  /** The text's: a gateway may choose its alphabet by it. */
  readonly language: string;
}

/** Port: who carries a text to a phone. */
export interface SmsGateway {
  /** Resolves once the text is taken for delivery. Throws SmsFailed. */
  send(sms: Sms): Promise<void>;
}

/** The text was not taken, or nobody knows. The message names no phone and nothing of the text. */
export class SmsFailed extends Error {
  override name = 'SmsFailed';
}
