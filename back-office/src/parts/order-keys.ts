import { useHotkeys } from '@mantine/hooks';

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('article[data-order]')];

const focused = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>('article[data-order]') ?? undefined;

const move = (by: 1 | -1): void => {
  const all = cards();
  const place = all.indexOf(focused()!);
  const next = place < 0 ? all[0] : all[place + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

/** J and K go from order to order, Enter opens one, A takes its next step. */
export const useOrderKeys = (): void =>
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['a', () => focused()?.querySelector<HTMLElement>('[data-step]')?.click()],
    [
      'Enter',
      () => document.activeElement?.matches('article[data-order]') && focused()?.querySelector('a')?.click(),
      // A button or a link that has the focus keeps its own Enter.
      { preventDefault: false },
    ],
  ]);
