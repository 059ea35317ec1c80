import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Sales } from './asked.ts';
import type { SalesSearch } from './question.ts';

/** Kept on this device: the address says the same, and is what one sends to a colleague. */
const KEPT = 'tillstream.sales-views';

interface View {
  readonly name: string;
  readonly search: SalesSearch;
}

const read = (): readonly View[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as View[]).filter(({ name }) => typeof name === 'string') : [];
  } catch {
    return [];
  }
};

/** Tables that somebody has given a name. */
export const Views = ({ sales: { search, set } }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  const [views, setViews] = useState(read);
  const [name, setName] = useState<string>();
  const keep = (next: readonly View[]): void => {
    localStorage.setItem(KEPT, JSON.stringify(next));
    setViews(next);
  };
  const open = (view: View): void => {
    const nothing = Object.fromEntries(Object.keys(search).map((key) => [key, undefined]));
    set({ ...nothing, ...view.search });
  };
  const { point: _, at: __, ...kept } = search as SalesSearch & { point?: string; at?: string };
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button size="md" variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
            {t('sales.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} mih={44} onClick={() => open(view)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item mih={44} leftSection={<IconBookmark size={18} />} onClick={() => setName('')}>
            {t('sales.saveView')}
          </Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={`-${view.name}`}
              mih={44}
              color="red"
              c="var(--late)"
              leftSection={<IconTrash size={18} />}
              onClick={() => keep(views.filter((each) => each.name !== view.name))}
            >
              {t('sales.forgetView', { name: view.name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {name !== undefined && (
        <FormDialog
          title={t('sales.saveView')}
          send={t('shell.save')}
          isReady={name.trim() !== ''}
          onClose={() => setName(undefined)}
          onSend={async () => {
            const own = { name: name.trim(), search: kept };
            keep([...views.filter((each) => each.name !== own.name), own]);
          }}
        >
          {() => (
            <TextField
              label={t('sales.viewName')}
              description={t('sales.viewWhere')}
              maxLength={60}
              isFirst
              value={name}
              onChange={setName}
            />
          )}
        </FormDialog>
      )}
    </>
  );
};
