import { DEMO_LOGINS } from '../config/demo-keys.ts';
import { cashierName } from './seed-staff.ts';
import { forEach, type Step, stepId } from './steps.ts';
import type { PointStaff } from './till/next-step.ts';

/** Their names, by login; the login is the role, too. The cashier works at a till, and has the name that employees have. */
const NAMES: Readonly<Record<string, string>> = {
  owner: 'Рустам Каримов',
  manager: 'Дильноза Юсупова',
  cook: 'Бахтиёр Саидов',
  accountant: 'Нигора Алиева',
  auditor: 'Шавкат Турсунов',
};

const stepOf = (login: string): string => `account/${login}`;

/** The commands that invite the demo's people: these accounts need no password. Others of the same login do. */
export const DEMO_INVITATIONS: ReadonlySet<string> = new Set([...DEMO_LOGINS].map((login) => stepId(stepOf(login))));

/** The people who sign in to the demo, one for each role. The cashier is the first point's cashier: shifts go by that. */
export const seedPeople = async (step: Step, staff: readonly PointStaff[]): Promise<void> => {
  const names: typeof NAMES = { ...NAMES, cashier: cashierName() };
  await forEach([...DEMO_LOGINS], (login) =>
    step(stepOf(login), 'InviteAccount', {
      login,
      name: names[login]!,
      role: login,
      ...(login === 'cashier' && { employee_id: staff[0]!.cashier_id }),
    }),
  );
};
