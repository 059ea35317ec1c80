import { useSuspenseQuery } from '@tanstack/react-query';
import { usePoint } from '../points.ts';
import { todayQuery, useAsked } from '../reading/board.ts';

/** The business day of the point as of the address, YYYY-MM-DD: after midnight it is the evening's, until the day is over. */
export const useBusinessDay = (): string => {
  const { id } = usePoint();
  return useSuspenseQuery(todayQuery(id, useAsked('getToday'))).data.business_date;
};
