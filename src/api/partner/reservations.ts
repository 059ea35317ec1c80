import { z } from 'zod';
import type { Partners } from '../../commands/all-operations.ts';
import { bookReservation } from '../../commands/reservations/book-reservation.ts';
import {
  cancelPartnerReservation,
  findReservation,
  movePartnerReservation,
  reportDeposit,
} from '../../commands/reservations/change-reservation.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { reservationSchema, viewReservation } from '../reservations/reservation-view.ts';
import { partnerOf, routeOf, routeWithoutBody } from './partner.ts';

const params = z.object({ reservation_id: queryUuid() });

const common = { tags: ['Table reservations'], params } as const;

/** Booking, moving, cancelling (docs/domain.md#reservations). */
export const reservationRoutes = (reservations: Partners['reservations']): Route[] => [
  defineRoute({
    tags: common.tags,
    method: 'post',
    operationId: 'bookTable',
    path: '/reservations',
    ...routeOf(bookReservation),
    description:
      '201 for a new reservation; a repeat with the same external_id answers 200 with the reservation as it is now. A taken table is 409 with `conflict` (table_id, date, start_time, end_time). external_id and guest.name have up to 255 characters.',
    responses: { 200: reservationSchema, 201: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const { result, position } = await reservations.book(partnerOf(request), request.body, request.requestId);
      return { position, status: result.is_new ? 201 : 200, body: viewReservation(result.reservation) };
    },
  }),
  defineRoute({
    ...common,
    method: 'patch',
    operationId: 'moveReservation',
    path: '/reservations/:reservation_id',
    ...routeOf(movePartnerReservation),
    description:
      'What is left out stays; the duration is kept when only the start moves. null takes away table_id, comment and guest.name; of other fields it says nothing. A request that waits for the venue goes on waiting, also with a table. A taken table is 409 with `conflict`.',
    responses: { 200: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const input = { ...request.params, ...request.body };
      const { result, position } = await reservations.move(partnerOf(request), input, request.requestId);
      return { position, body: viewReservation(result) };
    },
  }),
  defineRoute({
    ...common,
    method: 'post',
    operationId: 'cancelReservation',
    path: '/reservations/:reservation_id/cancel',
    ...routeOf(cancelPartnerReservation),
    description: 'deposit_status is required when a deposit was paid. A cancelled reservation answers 200 as it is.',
    responses: { 200: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const input = { ...request.params, ...request.body };
      const { result, position } = await reservations.cancel(partnerOf(request), input, request.requestId);
      return { position, body: viewReservation(result) };
    },
  }),
  defineRoute({
    ...common,
    method: 'post',
    operationId: 'reportDeposit',
    path: '/reservations/:reservation_id/deposit',
    ...routeOf(reportDeposit),
    description: 'Once: a repeat is 409, as is a reservation without a held deposit.',
    responses: { 200: reservationSchema },
    errors: [404, 409],
    handler: async (request) => {
      const input = { ...request.params, ...request.body };
      const { result, position } = await reservations.reportDeposit(partnerOf(request), input, request.requestId);
      return { position, body: viewReservation(result) };
    },
  }),
  defineRoute({
    ...common,
    method: 'get',
    operationId: 'getReservation',
    path: '/reservations/:reservation_id',
    ...routeWithoutBody(findReservation),
    responses: { 200: reservationSchema },
    errors: [404],
    handler: async (request) => {
      const { result } = await reservations.find(partnerOf(request), request.params, request.requestId);
      return { body: viewReservation(result) };
    },
  }),
];
