import { randomUUID } from 'node:crypto';
import { command } from '../app.ts';
import type { TestVenue } from '../venue.ts';

/** One thing that happens to the money of a point. Numbers choose among what there is then. */
export interface MoneyStep {
  readonly kind: (typeof KINDS)[number];
  readonly amount: number;
  readonly pick: number;
  readonly other: number;
  /** The command is sent a second time. */
  readonly isRepeated: boolean;
}

export const KINDS = [
  ...['sell', 'sell', 'sell', 'give_back', 'reopen', 'move', 'move', 'transfer', 'cancel', 'count'],
  ...['close', 'accept', 'open'],
] as const;

const TEA = 8_000;

interface Shift {
  readonly id: number;
  isClosed: boolean;
  isAccepted: boolean;
  left: number;
  /** By payment category, cash with the float. */
  readonly money: Map<number, number>;
}

interface Cheque {
  readonly id: number;
  readonly line_id: number;
  readonly shift: Shift;
  readonly payments: readonly (readonly [category: number, amount: number])[];
  /** What went back, by payment category. */
  readonly back: Map<number, number>;
}

type Register = { readonly shift: Shift } | { readonly account: number };

/** The money of one point on paper, and the commands that change it. A command that is refused changes nothing. */
export const createMoneyModel = async (venue: TestVenue) => {
  const { till, point_id, cashier_id, products } = venue;
  const define = async (type: string, fields: Record<string, unknown>): Promise<number> =>
    (await command(till, type, fields)).id;
  const types = new Map([
    [1, venue.cash],
    [2, venue.card],
    [4, await define('DefinePaymentType', { name: 'Bonuses', category_id: 4, point_ids: [point_id] })],
    [6, await define('DefinePaymentType', { name: 'Debt', category_id: 6, point_ids: [point_id] })],
  ]);
  const categories = [...types.keys()];
  const account = (source: string, point: string | null) =>
    define('DefineAccount', { point_id: point, source, code: source, name: source });
  const accounts = new Map([
    [await account('safe', point_id), 0],
    [await account('bank', null), 0],
  ]);
  const shifts: Shift[] = [];
  const cheques: Cheque[] = [];
  /** How to take each movement back. */
  const movements: { readonly id: number; readonly undo: () => void; readonly shift: Shift | undefined }[] = [];

  const pickOf = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % items.length];
  const open = (): Shift | undefined => shifts.find(({ isClosed }) => !isClosed);
  const registers = (): Register[] => [
    ...shifts.filter(({ isAccepted }) => !isAccepted).map((shift) => ({ shift })),
    ...[...accounts.keys()].map((id) => ({ account: id })),
  ];
  const add = (register: Register, amount: number, category = 1): void => {
    if ('account' in register) accounts.set(register.account, accounts.get(register.account)! + amount);
    else register.shift.money.set(category, (register.shift.money.get(category) ?? 0) + amount);
  };
  /** What goes back of one tea: from these categories, as far as they were paid. Points never do. */
  const backOf = ({ payments, back }: Cheque, from: readonly number[]): Map<number, number> => {
    let rest = TEA;
    const parts = new Map<number, number>();
    for (const category of from.filter((it) => it !== 4)) {
      const paid = payments.reduce((sum, [of, amount]) => sum + (of === category ? amount : 0), 0);
      const part = Math.min(rest, paid - (back.get(category) ?? 0));
      parts.set(category, part);
      rest -= part;
    }
    return parts;
  };
  const named = (register: Register) =>
    'account' in register ? { account_id: register.account } : { shift_id: register.shift.id };
  const shiftOf = (register: Register): Shift | undefined => ('shift' in register ? register.shift : undefined);

  const run = async ({ kind, amount, pick, other, isRepeated }: MoneyStep): Promise<void> => {
    /** The result, or undefined if it was refused. Both answers to one command are the same. */
    const send = async (type: string, fields: object): Promise<Record<string, number> | undefined> => {
      const body = { command_id: randomUUID(), ...fields };
      const first = await till.post(`/venue/v1/commands/${type}`, body);
      if (isRepeated) {
        const again = await till.post(`/venue/v1/commands/${type}`, body);
        const same = JSON.stringify(again.body.result) === JSON.stringify(first.body.result);
        if (again.status !== first.status || !same) throw new Error(`${type}: the repeat has another answer`);
      }
      if (first.status >= 500) throw new Error(`${type} answered ${first.status}: ${JSON.stringify(first.body)}`);
      return first.status === 200 ? first.body.result : undefined;
    };

    if (kind === 'open') {
      const opened = await send('OpenShift', { point_id, cashier_id, opening_cash: amount });
      if (!opened) return;
      const id = opened.shift_id!;
      shifts.push({ id, isClosed: false, isAccepted: false, left: 0, money: new Map([[1, amount]]) });
    } else if (kind === 'close') {
      const shift = open();
      const left = amount % 10_000;
      if (!shift || !(await send('CloseShift', { shift_id: shift.id, left_cash: left }))) return;
      Object.assign(shift, { isClosed: true, left });
    } else if (kind === 'accept') {
      const shift = shifts.find(({ isClosed, isAccepted }) => isClosed && !isAccepted);
      const [account_id] = [...accounts.keys()];
      if (!shift || !(await send('AcceptShift', { shift_id: shift.id, account_id, amount }))) return;
      shift.isAccepted = true;
      add({ account: account_id! }, amount);
    } else if (kind === 'sell') {
      const units = 1 + (amount % 4);
      const shift = open();
      if (!shift) return;
      const total = units * TEA;
      const part = pick % 3 === 0 ? 1_000 : 0;
      const one = categories[pick % categories.length]!;
      const two = categories[(pick + 1) % categories.length]!;
      const payments = part
        ? ([
            [one, total - part],
            [two, part],
          ] as const)
        : ([[one, total]] as const);
      const items = [{ product_id: products.tea, quantity: units }];
      const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items });
      const { items: lines } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
      const paid = payments.map(([category, sum]) => ({ payment_type_id: types.get(category), amount: sum }));
      if (!(await send('CloseCheque', { order_id, cashier_id, payments: paid }))) return;
      cheques.push({ id: order_id, line_id: lines[0].line_id, shift, payments, back: new Map() });
      for (const [category, sum] of payments) add({ shift }, sum, category);
    } else if (kind === 'give_back') {
      const cheque = pickOf(cheques, pick);
      const category = categories[other % categories.length]!;
      if (!cheque) return;
      const lines = [{ line_id: cheque.line_id, quantity: 1 }];
      const payment_type_id = types.get(category);
      const shift = open();
      const named = pick % 2 === 0 ? { refunded_amount: TEA } : {};
      const parts = backOf(cheque, pick % 2 === 0 ? [category] : [6, 2, 1]);
      const came = await send('ReturnGoods', { order_id: cheque.id, payment_type_id, lines, ...named });
      if (!came) return;
      const gone = [...parts.values()].reduce((total, part) => total + part, 0);
      if ('refunded_amount' in named && gone < TEA) throw new Error('a return gave back more than was paid');
      for (const [of, part] of parts) {
        cheque.back.set(of, (cheque.back.get(of) ?? 0) + part);
        // A debt that is set off is no money.
        if (shift && of !== 6) add({ shift }, -part, of);
      }
    } else if (kind === 'reopen') {
      const cheque = pickOf(cheques, pick);
      if (!cheque || !(await send('ReopenCheque', { order_id: cheque.id, reason: 'mistake' }))) return;
      for (const [category, sum] of cheque.payments) add({ shift: cheque.shift }, -sum, category);
      cheques.splice(cheques.indexOf(cheque), 1);
    } else if (kind === 'move') {
      const register = pickOf(registers(), pick)!;
      const sign = other % 2 === 0 ? 1 : -1;
      const category = 'shift' in register && other % 3 === 0 ? 2 : 1;
      const moved = await send('MoveMoney', {
        point_id,
        register: 'shift' in register ? 'shift' : 'account',
        ...named(register),
        amount,
        direction: sign > 0 ? 'plus' : 'minus',
        operation: 'other',
        ...(category === 2 && { payment_type_id: types.get(2) }),
      });
      if (!moved) return;
      add(register, sign * amount, category);
      const undo = () => add(register, -sign * amount, category);
      movements.push({ id: moved.id!, undo, shift: shiftOf(register) });
    } else if (kind === 'transfer') {
      const [from, to] = [pickOf(registers(), pick)!, pickOf(registers(), other)!];
      const moved = await send('TransferMoney', { from: named(from), to: named(to), amount });
      if (!moved) return;
      const move = (sum: number): void => {
        add(from, -sum);
        add(to, sum);
      };
      move(amount);
      const ids = [moved.from_movement_id!, moved.to_movement_id!];
      movements.push({ id: ids[pick % 2]!, undo: () => move(-amount), shift: shiftOf(from) ?? shiftOf(to) });
    } else if (kind === 'cancel') {
      const movement = pickOf(movements, pick);
      if (movement && (await send('CancelMovement', { movement_id: movement.id }))) {
        movement.undo();
        movements.splice(movements.indexOf(movement), 1);
      }
    } else {
      const [id] = pickOf([...accounts], pick)!;
      if (await send('CountAccount', { account_id: id, counted: amount })) accounts.set(id, amount);
    }
  };
  return { run, shifts, accounts };
};
