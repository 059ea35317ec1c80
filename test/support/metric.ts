import type { TestApp } from './app.ts';

/** The sum of all series of the app's metrics whose names begin so. */
export const metricOf = async (app: Pick<TestApp, 'anonymous'>, name: string): Promise<number> => {
  const text = (await app.anonymous.get('/metrics')).body as string;
  return text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};
