import { z } from 'zod';
import { latitude, longitude, name, text } from '../fields/fields.ts';

/** Body of POST /clients/auth/send-code (docs/domain.md#clients). */
export const sendCodeInput = z.object({ phone: text(64) });

/** Body of POST /clients/auth/verify-code. */
export const verifyCodeInput = z.object({ phone: text(64), otp: name(32), name: text(255).nullish() });

const detail = () => text(64).nullish();

/** Body of POST /clients/{client_id}/addresses. */
export const addressInput = z.object({
  latitude: latitude(),
  longitude: longitude(),
  name: text(500).nullish(),
  short_name: text(255).nullish(),
  apartment: detail(),
  floor: detail(),
  entrance: detail(),
  intercom: detail(),
  navigate: text(500).nullish(),
});

export type SendCodeInput = z.output<typeof sendCodeInput>;
export type VerifyCodeInput = z.output<typeof verifyCodeInput>;
export type AddressInput = z.output<typeof addressInput>;
