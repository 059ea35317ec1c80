import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberOf } from '../reading/order-facts.ts';
import type { MoreStepsProps } from './more-steps-menu.tsx';

const Menu = lazy(async () => ({ default: (await import('./more-steps-menu.tsx')).MoreStepsMenu }));

/** The steps beside the next one: later ones may be taken before it. What a menu needs is loaded when one opens it. */
export const MoreSteps = (props: MoreStepsProps) => {
  const { t } = useTranslation();
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <ActionIcon
      size={44}
      variant="subtle"
      color="gray"
      aria-haspopup="menu"
      aria-label={t('order.more', { number: numberOf(props.order) })}
      onClick={() => setOpened(true)}
    >
      <IconDots size={20} />
    </ActionIcon>
  );
  return wasOpened ? (
    <Suspense fallback={button}>
      <Menu {...props} />
    </Suspense>
  ) : (
    button
  );
};
