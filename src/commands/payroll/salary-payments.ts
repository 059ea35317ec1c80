import { employeeDecider } from '../../domain/employees/decide.ts';
import type { MoneyMoved } from '../../domain/money/events.ts';
import type { Party } from '../../domain/money/shapes.ts';
import type { CommandContext } from '../bus/context.ts';

type Recorder = Pick<CommandContext, 'handle'>;

interface Cancelled {
  readonly brand_id: string;
  readonly party: Party;
  readonly movement_id: number;
  readonly cancelled_at: string;
}

/** What a movement of money means for the employee who was paid, or paid back. Each step counts once. */
export const salaryPayments = {
  record: async (recorder: Recorder, movement: MoneyMoved): Promise<number | null> => {
    const { party, point_id, payment_purpose_id, moved_at: paid_at, operation: _, personal, ...money } = movement;
    if (party?.kind !== 'employee' || point_id === null || payment_purpose_id === null) return null;
    const { brand_id } = money;
    const whose = { employee_id: party.id, personal: { employee_id: party.id, note: personal.note } };
    const payment = { ...money, ...whose, point_id, payment_purpose_id, paid_at };
    const command = { type: 'RecordSalaryPayment' as const, brand_id, payment };
    return (await recorder.handle(employeeDecider, party.id, command, { point_id })).position;
  },
  cancel: async (recorder: Recorder, { brand_id, party, movement_id, cancelled_at }: Cancelled) => {
    const command = { type: 'CancelSalaryPayment' as const, brand_id, movement_id, cancelled_at };
    return (await recorder.handle(employeeDecider, party.id, command)).position;
  },
};
