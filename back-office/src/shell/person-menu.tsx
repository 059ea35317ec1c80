import { ActionIcon } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePerson } from '../session/session.ts';

const Opened = lazy(async () => ({ default: (await import('./person-menu-opened.tsx')).PersonMenuOpened }));

/** Who is signed in, the language, light or dark, and the way out. What a menu needs is loaded when one opens it. */
export const PersonMenu = ({ onKeys }: { readonly onKeys: () => void }) => {
  const { t } = useTranslation();
  const { name } = usePerson();
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <ActionIcon
      size={44}
      variant="subtle"
      color="gray"
      aria-haspopup="menu"
      aria-label={t('shell.personMenu', { name })}
      onClick={() => setOpened(true)}
    >
      <IconUser size={22} stroke={1.75} />
    </ActionIcon>
  );
  return wasOpened ? (
    <Suspense fallback={button}>
      <Opened onKeys={onKeys} />
    </Suspense>
  ) : (
    button
  );
};
