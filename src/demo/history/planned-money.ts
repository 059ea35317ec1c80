import type { Dice } from './random.ts';
import type { HistoryPoint } from './venue.ts';
import type { HistoryMoney } from './venue-money.ts';

/** A movement of money on a day, or what leads to one. */
export interface PlannedMoney {
  /** `HH:MM`. */
  readonly time: string;
  /** Unique on the day. */
  readonly name: string;
  readonly type: string;
  readonly fields: object;
  /** The labels of the ids that the command gets. */
  readonly mints: readonly string[];
}

export interface MoneyDay {
  readonly point: HistoryPoint & { readonly money: HistoryMoney };
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The open shift; undefined while the day is only planned. */
  readonly shift_id: number | undefined;
  readonly dice: Dice;
  /** 1 for 200 orders a day at all points. */
  readonly scale: number;
}

/** What a role is paid twice a month. */
const HALF_PAY: Readonly<Record<string, number>> = {
  manager: 4_000_000,
  cashier: 2_700_000,
  waiter: 2_000_000,
  courier: 2_800_000,
  cook: 2_400_000,
};

/** They get their pay in cash, the others on a card: the safe would not have enough for all. */
const IN_CASH: ReadonlySet<string> = new Set(['waiter', 'courier']);

/** Ten thousand at the least, and never a fraction of it. */
const money = ({ dice, scale }: MoneyDay, min: number, max: number): number =>
  Math.max(1, Math.round((dice.between(min, max) * scale) / 10_000)) * 10_000;

export const market = (day: MoneyDay): PlannedMoney => {
  const { point, dice } = day;
  const note = dice.pick(['Зелень и лук', 'Лёд', 'Салфетки и пакеты', 'Лимоны']);
  const fields = { point_id: point.point_id, register: 'shift', direction: 'minus', operation: 'expense', note };
  const payment_purpose_id = point.money.purposes.market;
  const amount = money(day, 80_000, 250_000);
  return {
    time: '10:20',
    name: 'market',
    type: 'MoveMoney',
    fields: { ...fields, payment_purpose_id, amount },
    mints: ['movement'],
  };
};

/** Cash is brought to the safe before the last guests have left. */
export const toSafe = (day: MoneyDay): PlannedMoney => {
  const { shift_id, point, dice } = day;
  const fields = { from: { shift_id }, to: { account_id: point.money.safe }, amount: money(day, 600_000, 1_200_000) };
  const time = `22:${dice.between(10, 55)}`;
  return { time, name: 'to the safe', type: 'TransferMoney', fields, mints: ['from', 'to'] };
};

export const toBank = (day: MoneyDay): PlannedMoney => {
  const { safe, bank } = day.point.money;
  const fields = { from: { account_id: safe }, to: { account_id: bank }, amount: money(day, 3_000_000, 6_000_000) };
  return {
    time: '13:00',
    name: 'to the bank',
    type: 'TransferMoney',
    fields: { ...fields, note: 'Инкассация' },
    mints: ['from', 'to'],
  };
};

export const supplies = (day: MoneyDay): PlannedMoney[] =>
  day.point.money.suppliers.flatMap((supplier_id, index) => {
    if (!day.dice.chance(85)) return [];
    const document = `Накладная ${day.date.replaceAll('-', '')}-${index + 1}`;
    const fields = { supplier_id, point_id: day.point.point_id, amount: money(day, 1_200_000, 2_900_000), document };
    return [{ time: '09:40', name: `supply ${index}`, type: 'RecordSupply', fields, mints: ['id'] }];
  });

export const supplierPayments = (day: MoneyDay): PlannedMoney[] =>
  day.point.money.suppliers.map((supplier_id, index) => {
    const { bank, purposes } = day.point.money;
    const amount = money(day, 1_800_000, 4_600_000);
    const whose = { supplier_id, account_id: bank, point_id: day.point.point_id };
    const fields = { ...whose, amount, payment_purpose_id: purposes.suppliers };
    return { time: '11:30', name: `pays supplier ${index}`, type: 'PaySupplier', fields, mints: ['movement'] };
  });

export const salaries = ({ point }: MoneyDay): PlannedMoney[] =>
  point.staff.map(({ employee_id, role }) => {
    const amount = HALF_PAY[role] ?? 2_000_000;
    const { safe, bank, purposes } = point.money;
    const account_id = IN_CASH.has(role) ? safe : bank;
    const fields = { employee_id, point_id: point.point_id, account_id, payment_purpose_id: purposes.salary, amount };
    return { time: '16:00', name: `salary ${employee_id}`, type: 'PaySalary', fields, mints: ['movement'] };
  });

export const bonus = ({ point, dice }: MoneyDay): PlannedMoney => {
  const fields = { employee_id: dice.pick(point.waiters), point_id: point.point_id, amount: 150_000 };
  return {
    time: '17:00',
    name: 'bonus',
    type: 'GiveBonus',
    fields: { ...fields, reason: 'Лучший официант' },
    mints: ['id'],
  };
};

export const fine = ({ point, dice }: MoneyDay): PlannedMoney => {
  const fields = { employee_id: dice.pick(point.staff).employee_id, point_id: point.point_id, amount: 50_000 };
  return { time: '17:10', name: 'fine', type: 'ImposeFine', fields: { ...fields, reason: 'Опоздание' }, mints: ['id'] };
};

export const rent = (day: MoneyDay): PlannedMoney => {
  const { bank: account_id, purposes } = day.point.money;
  const fields = {
    point_id: day.point.point_id,
    register: 'account',
    account_id,
    direction: 'minus',
    operation: 'expense',
  };
  const amount = money(day, 9_000_000, 9_000_000);
  return {
    time: '12:00',
    name: 'rent',
    type: 'MoveMoney',
    fields: { ...fields, amount, payment_purpose_id: purposes.rent },
    mints: ['movement'],
  };
};

/** Some more than a company's colleagues have eaten for: it stays within its limit for years. */
export const organizationPayments = (day: MoneyDay): PlannedMoney[] =>
  day.point.money.organizations.map((organization_id, index) => {
    const { bank: account_id } = day.point.money;
    const fields = {
      organization_id,
      point_id: day.point.point_id,
      source: 'bank',
      account_id,
      amount: money({ ...day, scale: Math.min(1, day.scale) }, 3_500_000, 5_900_000),
    };
    return {
      time: '12:20',
      name: `organization ${index} pays`,
      type: 'ReceiveOrganizationPayment',
      fields,
      mints: ['movement'],
    };
  });
