import { dayOfWeek } from '../../domain/reservations/local-clock.ts';
import {
  bonus,
  fine,
  type MoneyDay,
  market,
  organizationPayments,
  type PlannedMoney,
  rent,
  salaries,
  supplierPayments,
  supplies,
  toBank,
  toSafe,
} from './planned-money.ts';

const [MONDAY, THURSDAY, FRIDAY] = [1, 4, 5];
const PAY_DAYS = [5, 20];
const BONUS_DAY = 15;
const RENT_DAY = 1;
const ORGANIZATIONS_PAY_ON = 28;
/** The day's money, apart from what guests pay. */
export const planMoney = (day: MoneyDay): PlannedMoney[] => {
  const weekday = dayOfWeek(day.date);
  const dayOfMonth = Number(day.date.slice(8));
  return [
    ...(day.dice.chance(70) ? [market(day)] : []),
    ...(weekday === MONDAY || weekday === THURSDAY ? supplies(day) : []),
    ...(weekday === FRIDAY ? supplierPayments(day) : []),
    ...(weekday === MONDAY ? [toBank(day)] : []),
    ...(PAY_DAYS.includes(dayOfMonth) ? salaries(day) : []),
    ...(dayOfMonth === BONUS_DAY ? [bonus(day)] : []),
    ...(day.dice.chance(6) ? [fine(day)] : []),
    ...(dayOfMonth === RENT_DAY ? [rent(day)] : []),
    ...(dayOfMonth === ORGANIZATIONS_PAY_ON ? organizationPayments(day) : []),
    toSafe(day),
  ].sort((one, other) => one.time.localeCompare(other.time));
};
