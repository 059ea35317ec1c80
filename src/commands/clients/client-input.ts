import { z } from 'zod';
import { latitude, longitude, name, text, words } from '../fields/fields.ts';

/** Body of POST /clients/auth/send-code (docs/domain.md#clients). */
export const sendCodeInput = z.object({ phone: text(64) });

/** Body of POST /clients/auth/verify-code. */
export const verifyCodeInput = z.object({ phone: text(64), otp: name(32), name: words().nullish() });

const detail = () => words(64).nullish();

/** Body of POST /clients/{client_id}/addresses. */
export const addressInput = z.object({
  latitude: latitude(),
  longitude: longitude(),
  name: text(500).nullish(),
  short_name: words().nullish(),
  apartment: detail(),
  floor: detail(),
  entrance: detail(),
  intercom: detail(),
  navigate: words(500).nullish(),
});

export type SendCodeInput = z.output<typeof sendCodeInput>;
export type VerifyCodeInput = z.output<typeof verifyCodeInput>;
export type AddressInput = z.output<typeof addressInput>;
