import { conflict, invalid } from '../../domain/refusal.ts';
import { SmsFailed, type SmsGateway } from '../../sms/sms-gateway.ts';
import { normalisePhone } from '../fields/phone.ts';
import { partnerEnvelope } from '../loop/envelope.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { ClientPartner } from './client-desk.ts';
import type { SendCodeInput, VerifyCodeInput } from './client-input.ts';
import type { ClientRegister } from './client-register.ts';
import type { PhoneCodes } from './phone-codes.ts';

export interface CheckingPartner extends ClientPartner {
  readonly country_code: string;
  /** The brand's. */
  readonly language: string;
}

/** Proves that a guest has a phone, by a code sent to it. */
export interface PhoneCheck {
  /**
   * Sends a code; `write` makes the text around it. Throws sms_not_configured, TooSoon, or Unavailable when it could not
   * be sent: then it may be asked for again at once.
   */
  sendCode(partner: CheckingPartner, input: SendCodeInput, write: (code: string) => string): Promise<void>;
  /** The client of the phone, made if new. Throws wrong_code. */
  verifyCode(partner: CheckingPartner, input: VerifyCodeInput, requestId: string): Promise<number>;
}

export interface PhoneCheckOptions {
  readonly codes: PhoneCodes;
  readonly register: Pick<ClientRegister, 'findOrCreate'>;
  /** Undefined: nobody carries texts. */
  readonly sms: SmsGateway | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createPhoneCheck = (options: PhoneCheckOptions): PhoneCheck => {
  const { codes, register, sms, clock, newUuid } = options;

  const sendCode: PhoneCheck['sendCode'] = async ({ brand_id, country_code, language }, input, write) => {
    const phone = normalisePhone(input.phone, country_code, 'phone');
    if (!sms) throw conflict('sms_not_configured');
    const of = { brand_id, phone };
    const code = await codes.issue(of);
    try {
      await sms.send({ ...of, text: write(code), language });
    } catch (error) {
      await codes.allowResend(of, code);
      throw error instanceof SmsFailed ? new Unavailable(error.message) : error;
    }
  };

  const verifyCode: PhoneCheck['verifyCode'] = async (partner, input, requestId) => {
    const { brand_id, country_code } = partner;
    const phone = normalisePhone(input.phone, country_code, 'phone');
    const of = { brand_id, phone };
    const code = input.otp.trim();
    if (!(await codes.claim(of, code))) throw invalid('wrong_code', { field: 'otp' });
    let client_id: number;
    try {
      const client = { brand_id, phone, name: input.name ?? null };
      const occurred_at = new Date(clock()).toISOString();
      const envelope = partnerEnvelope(partner, { command_id: newUuid(), correlation_id: requestId, occurred_at });
      client_id = await register.findOrCreate(client, envelope);
    } catch (error) {
      // The guest has done nothing wrong: the same code works when this is tried again.
      await codes.release(of, code);
      throw error;
    }
    if (!(await codes.use(of, code))) throw invalid('wrong_code', { field: 'otp' });
    return client_id;
  };

  return { sendCode, verifyCode };
};
