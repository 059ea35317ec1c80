import { expect, test } from 'vitest';
import { type ApplyOptions, applyPlan } from '../../../src/brand-file/apply.ts';
import { planBrand } from '../../../src/brand-file/plan.ts';
import { readBrand } from '../../../src/brand-file/read-brand.ts';
import { NOTHING_THERE } from '../../../src/brand-file/there.ts';

const planOf = (regions: number) => {
  const lines = Array.from({ length: regions }, (_, at) => `  r${at}: {name: R${at}}\n`).join('');
  return planBrand(readBrand(new TextEncoder().encode(`regions:\n${lines}`), 'b.yaml').brand!, NOTHING_THERE);
};

test('a long plan goes in several requests at once, and after a refusal nothing more is sent', async () => {
  let running = 0;
  let most = 0;
  let requests = 0;
  const send =
    (refuses: boolean): ApplyOptions['send'] =>
    async (commands) => {
      requests += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      const status = refuses ? 'rejected' : 'accepted';
      return commands.map(({ command_id: id }) => ({ status, message: 'No', field: 'name', result: { id } }));
    };
  const newUuid = (label: string) => label;
  await applyPlan(planOf(1_000), { send: send(false), newUuid });
  expect(most).toBe(4);

  requests = 0;
  const refused = applyPlan(planOf(1_000), { send: send(true), newUuid });
  await expect(refused).rejects.toThrow(/^b\.yaml:\d+:\d+: regions\.r\d+: No$/);
  expect([requests, running]).toEqual([4, 0]);
});
