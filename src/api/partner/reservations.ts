import { z } from 'zod';
import type { ReservationDesk } from '../../commands/reservations/reservation-desk.ts';
import { bookInput, cancelInput, depositInput, moveInput } from '../../commands/reservations/reservation-input.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { reservationSchema, viewReservation } from '../reservations/reservation-view.ts';
import { partnerOf } from './partner.ts';

const params = z.object({ reservation_id: queryUuid() });

const common = { audience: 'partner', permission: 'table_booking', tags: ['Table reservations'] } as const;

/** Booking, moving, cancelling (docs/domain.md#reservations). */
export const reservationRoutes = (desk: ReservationDesk): Route[] => [
  defineRoute({
    ...common,
    method: 'post',
    path: '/reservations',
    summary: 'Book a table, or ask for a place',
    description:
      '201 for a new reservation; a repeat with the same external_id answers 200 with the reservation as it is now. A taken table is 409 with `conflict` (table_id, date, start_time, end_time). external_id and guest.name have up to 255 characters.',
    body: bookInput,
    responses: { 200: reservationSchema, 201: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const { reservation, is_new } = await desk.book(partnerOf(request), request.body, request.requestId);
      return { status: is_new ? 201 : 200, body: viewReservation(reservation) };
    },
  }),
  defineRoute({
    ...common,
    method: 'patch',
    path: '/reservations/:reservation_id',
    summary: 'Move a reservation, or change its details',
    description:
      'What is left out stays; the duration is kept when only the start moves. null takes away table_id, comment and guest.name; of other fields it says nothing. A request that waits for the venue goes on waiting, also with a table. A taken table is 409 with `conflict`.',
    params,
    body: moveInput,
    responses: { 200: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const { reservation_id } = request.params;
      const moved = await desk.move(partnerOf(request), reservation_id, request.body, request.requestId);
      return { body: viewReservation(moved) };
    },
  }),
  defineRoute({
    ...common,
    method: 'post',
    path: '/reservations/:reservation_id/cancel',
    summary: 'Cancel a reservation whose guest is awaited',
    description: 'deposit_status is required when a deposit was paid. A cancelled reservation answers 200 as it is.',
    params,
    body: cancelInput,
    responses: { 200: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const { reservation_id } = request.params;
      const cancelled = await desk.cancel(partnerOf(request), reservation_id, request.body, request.requestId);
      return { body: viewReservation(cancelled) };
    },
  }),
  defineRoute({
    ...common,
    method: 'post',
    path: '/reservations/:reservation_id/deposit',
    summary: 'Tell what became of the deposit of a guest who did not come',
    description: 'Once: a repeat is 409, as is a reservation without a held deposit.',
    params,
    body: depositInput,
    responses: { 200: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const { reservation_id } = request.params;
      const told = await desk.reportDeposit(partnerOf(request), reservation_id, request.body, request.requestId);
      return { body: viewReservation(told) };
    },
  }),
  defineRoute({
    ...common,
    method: 'get',
    path: '/reservations/:reservation_id',
    summary: 'A reservation of the partner’s own',
    params,
    responses: { 200: reservationSchema },
    errors: [404],
    handler: async (request) => {
      const reservation = await desk.find(partnerOf(request), request.params.reservation_id);
      return { body: viewReservation(reservation) };
    },
  }),
];
