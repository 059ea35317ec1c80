import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePerson, useSignIn } from '../session/session.ts';
import { LANGUAGE_NAMES, LANGUAGES, language } from '../words/language.ts';
import { speak } from '../words/words.ts';

const SCHEMES = [
  { value: 'auto', name: 'shell.schemeAuto', Icon: IconDeviceDesktop },
  { value: 'light', name: 'shell.schemeLight', Icon: IconSun },
  { value: 'dark', name: 'shell.schemeDark', Icon: IconMoon },
] as const;

/** Who is signed in, the language, light or dark, and the way out. */
export const PersonMenuOpened = ({ onKeys }: { readonly onKeys: () => void }) => {
  const { t } = useTranslation();
  const { name, login, role } = usePerson();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { signOut } = useSignIn();
  const check = <IconCheck size={16} aria-hidden />;
  return (
    <Menu defaultOpened position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={t('shell.personMenu', { name })}>
          <IconUser size={22} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="80dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>
          <Text fw={600} c="var(--text)">
            {name || login}
          </Text>
          {t(`role.${role}`)}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('shell.appearance')}</Menu.Label>
        {SCHEMES.map(({ value, name: key, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={18} aria-hidden />}
            rightSection={colorScheme === value && check}
            onClick={() => setColorScheme(value)}
          >
            {t(key)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {LANGUAGES.map((each) => (
          <Menu.Item
            key={each}
            lang={each.slice(0, 2)}
            leftSection={<IconLanguage size={18} aria-hidden />}
            rightSection={language() === each && check}
            onClick={() => void speak(each)}
          >
            {LANGUAGE_NAMES[each]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={18} aria-hidden />} onClick={onKeys}>
          {t('keys.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void signOut()}>
          {t('session.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
