import { DEMO_LOGINS } from '../config/demo-keys.ts';
import type { StaffIds } from './seed-staff.ts';
import { forEach, type Step } from './steps.ts';

/** Their names, by login; the login is the role, too. */
const NAMES: Readonly<Record<string, string>> = {
  owner: 'Рустам Каримов',
  manager: 'Дильноза Юсупова',
  cashier: 'Азиз Рахимов',
  cook: 'Бахтиёр Саидов',
  accountant: 'Нигора Алиева',
  auditor: 'Шавкат Турсунов',
};

/** The people who sign in to the demo, one for each role. The cashier is the first point's cashier: shifts go by that. */
export const seedPeople = async (step: Step, staff: StaffIds['staff']): Promise<void> => {
  await forEach([...DEMO_LOGINS], (login) =>
    step(`account/${login}`, 'InviteAccount', {
      login,
      name: NAMES[login]!,
      role: login,
      ...(login === 'cashier' && { employee_id: staff[0]!.cashier_id }),
    }),
  );
};
