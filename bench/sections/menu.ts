import type { Section } from '../section.ts';
import { startApp } from '../support/app.ts';
import { startServer } from '../support/child.ts';
import { runLoad } from '../support/load.ts';
import { interleave } from '../support/rounds.ts';

/** GET /v1/menus/{id} of the demo menu, beside the same bytes from a plain handler. */
export const menu: Section = {
  name: 'menu',
  run: async (context) => {
    const amount = context.quick ? 3_000 : 30_000;
    const app = await startApp(context.adminUrl);
    try {
      const { points } = await app.get<{ points: { id: string }[] }>('/v1/points');
      const { menus } = await app.get<{ menus: { id: number }[] }>('/v1/menus');
      const path = `/v1/menus/${menus[0]!.id}?point_id=${points[0]!.id}`;
      const plain = await startServer('bytes', [app.url + path, app.token]);
      try {
        const turn = (url: string, at: string) => async () =>
          (await runLoad({ url, path: at, token: app.token, amount })).perSecond;
        const { ours, baseline } = await interleave(context, turn(app.url, path), turn(plain.url, '/menu'));
        return [
          {
            name: 'GET /v1/menus/{id}',
            unit: '/s',
            rounds: ours,
            baseline: { name: 'same bytes, plain Express', rounds: baseline },
            goals: [{ of: 'ratio', atLeast: 0.7 }],
          },
        ];
      } finally {
        await plain.stop();
      }
    } finally {
      await app.stop();
    }
  },
};
