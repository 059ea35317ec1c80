import { conflict, invalid } from '../../domain/refusal.ts';
import { SmsFailed, type SmsGateway } from '../../sms/sms-gateway.ts';
import { defineOperation } from '../bus/operation.ts';
import { normalisePhone } from '../fields/phone.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { type SendCodeInput, sendCodeInput, type VerifyCodeInput, verifyCodeInput } from './client-input.ts';
import type { ClientRegister } from './client-register.ts';
import type { PhoneCodes } from './phone-codes.ts';

/** Proves that a guest has a phone, by a code that is sent to it. */
export interface PhoneCheckNeeds {
  readonly codes: PhoneCodes;
  readonly register: Pick<ClientRegister, 'findOrCreate'>;
  /** Undefined: no gateway is set up, so no texts can be sent. */
  readonly sms: SmsGateway | undefined;
}

/** `write` makes the text around the code, in the language. */
type Written = SendCodeInput & { readonly write: (code: string) => string; readonly language: string };

/**
 * Throws sms_not_configured, TooSoon, or Unavailable when the code could not be sent: then it may be asked for again at
 * once.
 */
export const sendCode = defineOperation({
  audiences: ['partner'],
  summary: 'Send an SMS code to a phone',
  input: sendCodeInput,
  run: async ({ write, language, ...input }: Written, { caller }, { codes, sms }: PhoneCheckNeeds) => {
    const { brand_id, country_code } = caller;
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
    return { position: null, result: null };
  },
});

/** Answers the id of the phone's client, made if new. Throws wrong_code. */
export const verifyCode = defineOperation({
  audiences: ['partner'],
  summary: 'The client of a phone, proven by the code that was sent to it',
  input: verifyCodeInput,
  run: async (input: VerifyCodeInput, { caller, envelope }, { codes, register }: PhoneCheckNeeds) => {
    const { brand_id, country_code } = caller;
    const phone = normalisePhone(input.phone, country_code, 'phone');
    const of = { brand_id, phone };
    const code = input.otp.trim();
    if (!(await codes.claim(of, code))) throw invalid('wrong_code', { field: 'otp' });
    let client_id: number;
    try {
      client_id = await register.findOrCreate({ brand_id, phone, name: input.name ?? null }, envelope());
    } catch (error) {
      // The guest has done nothing wrong: the same code works when this is tried again.
      await codes.release(of, code);
      throw error;
    }
    if (!(await codes.use(of, code))) throw invalid('wrong_code', { field: 'otp' });
    return { position: null, result: client_id };
  },
});
