/**
 * SQL of the hundredths of hours of a shift, rounded half up. A shift without a mark at one end, or with its end first, has
 * none.
 */
export const hundredthsOfHours = (alias: string): string => `case when ${alias}.check_out >= ${alias}.check_in
    then floor((extract(epoch from ${alias}.check_out - ${alias}.check_in) * 1000 + 18000) / 36000) end`;
