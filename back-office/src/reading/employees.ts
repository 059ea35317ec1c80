import type { Answer } from '@tillstream/client';
import { venue } from '../api.ts';
import { allOf } from './all-of.ts';

export type Employee = Answer<'listVenueEmployees'>['employees'][number];

/** All who were ever hired, also those who are blocked or gone: in three years they may be more than one page. */
export const readEmployees = (signal: AbortSignal): Promise<readonly Employee[]> =>
  allOf(
    async (after_id: number | undefined) => {
      const query = { limit: 1_000, ...(after_id && { after_id }) };
      const { data } = await venue.api.GET('/venue/v1/employees', { params: { query }, signal });
      return { rows: data!.employees, has_more: data!.has_more };
    },
    ({ id }) => id,
  );
