import type { MarkNeeds } from './attendance/judge-marks.ts';
import { recordMarks } from './attendance/record-marks.ts';
import { bindOperation as bind, type PartnerTools } from './bus/partner-operations.ts';
import { addAddress, findClient, hideAddress } from './clients/client-operations.ts';
import { type PhoneCheckNeeds, sendCode, verifyCode } from './clients/phone-check.ts';
import type { Geocoder } from './delivery/geocoder.ts';
import { calculateOrder } from './orders/calculate-order.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import type { PlacingNeeds } from './orders/place-at-once.ts';
import { placeOrder } from './orders/place-order.ts';
import { reportPayment } from './orders/report-payment.ts';
import { bookReservation } from './reservations/book-reservation.ts';
import type { PartnerBookingNeeds } from './reservations/booking-needs.ts';
import {
  cancelPartnerReservation,
  findReservation,
  movePartnerReservation,
  reportDeposit,
} from './reservations/change-reservation.ts';
import { sendTestWebhook } from './webhooks/send-test-webhook.ts';
import type { WebhookService } from './webhooks/webhook-service.ts';

/** What partners' operations of each concept need beyond their context. */
export interface PartnerNeeds {
  readonly orders: PlacingNeeds;
  readonly reservations: PartnerBookingNeeds;
  readonly geocoder: Geocoder;
  readonly phones: PhoneCheckNeeds;
  readonly attendance: MarkNeeds;
  readonly webhooks: WebhookService;
}

export type Partners = ReturnType<typeof partnersWith>;

/** Every operation of partners, as its route carries it out. */
export const partnersWith = (tools: PartnerTools, needs: PartnerNeeds) => ({
  orders: {
    calculate: bind(tools, calculateOrder, needs.orders),
    place: bind(tools, placeOrder, needs.orders),
    cancel: bind(tools, cancelOrder, needs.orders),
    reportPayment: bind(tools, reportPayment, needs.orders),
  },
  reservations: {
    book: bind(tools, bookReservation, needs.reservations),
    move: bind(tools, movePartnerReservation, needs.reservations),
    cancel: bind(tools, cancelPartnerReservation, needs.reservations),
    reportDeposit: bind(tools, reportDeposit, needs.reservations),
    find: bind(tools, findReservation, needs.reservations),
  },
  clients: {
    sendCode: bind(tools, sendCode, needs.phones),
    verifyCode: bind(tools, verifyCode, needs.phones),
    find: bind(tools, findClient, undefined),
    addAddress: bind(tools, addAddress, needs.geocoder),
    hideAddress: bind(tools, hideAddress, undefined),
  },
  attendance: { record: bind(tools, recordMarks, needs.attendance) },
  webhooks: { sendTest: bind(tools, sendTestWebhook, needs.webhooks) },
});
