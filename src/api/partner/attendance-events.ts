import { z } from 'zod';
import type { Partners } from '../../commands/all-operations.ts';
import { type MarkAnswer, recordMarks } from '../../commands/attendance/record-marks.ts';
import { MARK_RESULTS } from '../../domain/attendance/events.ts';
import { fieldAndDetails } from '../http/errors.ts';
import type { Language } from '../http/messages/languages.ts';
import { messageOf } from '../http/messages/messages.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { partnerOf, routeOf } from './partner.ts';

const eventAnswer = z.object({
  event_id: z.string().nullable(),
  status: z.enum(['accepted', 'duplicate', 'rejected']),
  result: z.enum(MARK_RESULTS).nullable(),
  shift_id: z.int().nullable(),
  auto_closed_shift_id: z.int().nullable(),
  message: z.string().nullable(),
  code: z.string().optional().meta({ description: 'Stable, for programs; if it was rejected' }),
  field: z.string().optional().meta({ description: 'The field of the event that is to blame' }),
  details: z.record(z.string(), z.unknown()).optional().meta({ description: 'The values that the message holds' }),
});

/** Takes the marks of a partner's terminals. See docs/domain.md#attendance. */
export const attendanceEventsRoute = (attendance: Partners['attendance']): Route =>
  defineRoute({
    method: 'post',
    operationId: 'sendAttendanceEvents',
    path: '/attendance/events',
    tags: ['Attendance'],
    ...routeOf(recordMarks),
    description:
      'Each event is answered for itself. They are applied in order of time; a repeat with the same event_id changes nothing. time: ISO 8601, local time of the point without a zone (the first, where clocks show it twice; rejected, where they go forward over it), or Unix seconds; at most 62 days old.',
    responses: {
      200: z.object({
        accepted: z.int(),
        duplicates: z.int(),
        rejected: z.int(),
        results: z.array(eventAnswer),
      }),
    },
    handler: async (request) => {
      const { result, position } = await attendance.record(partnerOf(request), request.body, request.requestId);
      const count = (status: MarkAnswer['status']) => result.filter((answer) => answer.status === status).length;
      return {
        position,
        body: {
          accepted: count('accepted'),
          duplicates: count('duplicate'),
          rejected: count('rejected'),
          results: result.map((answer) => viewAnswer(answer, request.language)),
        },
      };
    },
  });

const viewAnswer = (answer: MarkAnswer, language: Language): z.infer<typeof eventAnswer> => {
  const { event_id, status } = answer;
  if (status === 'rejected') {
    const { code, params } = answer.reason;
    const message = messageOf(language, code, params);
    const cause = { message, code, ...fieldAndDetails(answer.reason) };
    return { event_id, status, result: null, shift_id: null, auto_closed_shift_id: null, ...cause };
  }
  const differs = status === 'duplicate' && answer.differs;
  return { event_id, status, ...answer.outcome, message: differs ? messageOf(language, 'event_id_used_before') : null };
};
