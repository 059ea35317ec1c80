import { Stack, Switch } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { say } from '../../parts/say.ts';
import { useMenuCommand } from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import { ListPanel } from '../set-up/list-panel.tsx';
import type { Entry } from '../set-up/lists.ts';
import { KEYS, listQuery } from '../set-up/reading.ts';
import type { Menu } from './asked.ts';
import { pathsOf } from './paths.ts';

/** The sections of the menu, each open or closed at this point, and the folders that reports group by. */
export const Sections = ({ menu: { asked } }: { readonly menu: Menu }) => {
  const { data: categories } = useSuspenseQuery(listQuery('categories'));
  const { data: folders } = useSuspenseQuery(listQuery('menu_folders'));
  const above = { ...pathsOf(categories), ...pathsOf(folders) };
  const pathOf = ({ id }: Entry): string => above[id] ?? '';
  return (
    <Stack>
      <ListPanel
        list="categories"
        detailOf={pathOf}
        more={(entry) => <IsOpen key={entry.id} section={entry} pointId={asked.pointId} />}
      />
      <ListPanel list="menu_folders" detailOf={pathOf} />
    </Stack>
  );
};

interface IsOpenProps {
  readonly section: Entry;
  readonly pointId: string;
}

/** Closes the section with those below it at this point, or opens it: shown at once, and taken back if the server says no. */
const IsOpen = ({ section, pointId }: IsOpenProps) => {
  const { t } = useTranslation();
  const may = useMay();
  const give = useMenuCommand();
  const client = useQueryClient();
  const [asked, setAsked] = useState<boolean>();
  const { closed_at } = section.state as { readonly closed_at: readonly string[] };
  const set = async (isOpen: boolean): Promise<void> => {
    setAsked(isOpen);
    try {
      await give('CloseMenuSection', { point_id: pointId, category_id: section.id, closed: !isOpen });
      await client.invalidateQueries({ queryKey: KEYS.all });
    } catch (error) {
      say(wordsOf(error));
    } finally {
      setAsked(undefined);
    }
  };
  return (
    <Switch
      size="md"
      label={t('menu.sections.open')}
      aria-label={t('menu.sections.isOpen', { name: section.name })}
      disabled={!may.command('CloseMenuSection')}
      checked={asked ?? !closed_at.includes(pointId)}
      onChange={({ currentTarget }) => void set(currentTarget.checked)}
    />
  );
};
