export interface Sms {
  readonly brand_id: string;
  /** E.164, with its plus. */
  readonly phone: string;
  readonly text: string;
  /** The language of the text: a gateway may choose its alphabet by it. */
  readonly language: string;
}

/** Port: carries a text to a phone. */
export interface SmsGateway {
  /** Resolves when the text is accepted for delivery. Throws SmsFailed. */
  send(sms: Sms): Promise<void>;
}

/** The text was not accepted, or its fate is unknown. The message contains neither the phone nor the text. */
export class SmsFailed extends Error {
  override name = 'SmsFailed';
}
