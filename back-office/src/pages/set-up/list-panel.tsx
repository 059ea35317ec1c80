import { Button, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { sendCommand, useAct } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import { EntryForm } from './entry-form.tsx';
import { type Entry, LISTS, type ListName } from './lists.ts';
import { listQuery } from './reading.ts';
import classes from './set-up.module.css';
import { useTerms } from './terms.ts';

/** So many entries are shown at first. */
const FIRST = 12;

interface FormProps {
  readonly before: Entry | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

interface ListPanelProps {
  readonly list: ListName;
  /** Entries of this point alone. */
  readonly pointId?: string;
  /** Whether an entry is added by something else than this panel. */
  readonly isAddedElsewhere?: boolean;
  /** What stands below the name. None: what the entry's fields say. */
  readonly detailOf?: (entry: Entry) => string;
  /** A form of its own, where there is one. */
  readonly form?: (props: FormProps) => ReactNode;
  /** More buttons of an entry. */
  readonly more?: (entry: Entry) => ReactNode;
  /** Words for a list without entries. */
  readonly nothing?: string;
}

type Doing = { readonly what: 'add' } | { readonly what: 'change' | 'retire'; readonly entry: Entry };

/** A list of the brand: its entries are added, changed, retired, and restored. */
export const ListPanel = ({ list, pointId, isAddedElsewhere, detailOf, form, more, nothing }: ListPanelProps) => {
  const { t } = useTranslation();
  const { title, add, define, change, retire, restore } = LISTS[list];
  const may = useMay();
  const act = useAct();
  const client = useQueryClient();
  const ofPoint = pointId === undefined ? {} : { point_id: pointId };
  const { data: entries } = useSuspenseQuery(listQuery(list, ofPoint));
  const [showsRetired, setShowsRetired] = useState(false);
  const { data: retired } = useQuery({ ...listQuery(list, { ...ofPoint, retired: true }), enabled: showsRetired });
  const [showsAll, setShowsAll] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const termsOf = useTerms(list);
  // Every page shows names of these lists.
  const readAnew = () => client.invalidateQueries();
  const Chevron = showsRetired ? IconChevronDown : IconChevronRight;
  const close = (): void => setDoing(undefined);
  const bringBack = async ({ id }: Entry): Promise<void> => {
    if (await act(restore, { id })) await readAnew();
  };
  const what = (entry: Entry) => (
    <div className={classes.what}>
      <Text fw={600}>{entry.name}</Text>
      <Text size="sm" c="dimmed">
        {(detailOf ?? termsOf)(entry)}
      </Text>
    </div>
  );
  const formProps = { before: doing?.what === 'change' ? doing.entry : undefined, onClose: close, onDone: readAnew };
  return (
    <Panel label={t(title)}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t(title)}</Title>
        {!isAddedElsewhere && may.command(define) && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setDoing({ what: 'add' })}
          >
            {t(add)}
          </Button>
        )}
      </Group>
      {entries.length === 0 && <Text c="dimmed">{nothing ?? t('setUp.nothingYet')}</Text>}
      <ul className={classes.list}>
        {entries.slice(0, showsAll ? undefined : FIRST).map((entry) => (
          <li key={entry.id}>
            {what(entry)}
            <Group gap="xs">
              {more?.(entry)}
              <CommandButton command={change} onClick={() => setDoing({ what: 'change', entry })}>
                {t('integrations.change')}
              </CommandButton>
              <CommandButton command={retire} onClick={() => setDoing({ what: 'retire', entry })} isRed>
                {t('setUp.retire')}
              </CommandButton>
            </Group>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {entries.length > FIRST && !showsAll && (
          <Button size="sm" variant="subtle" onClick={() => setShowsAll(true)}>
            {t('shell.showMore')}
          </Button>
        )}
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          aria-expanded={showsRetired}
          leftSection={<Chevron size={18} aria-hidden />}
          onClick={() => setShowsRetired(!showsRetired)}
        >
          {t('setUp.retired')}
        </Button>
      </Group>
      {showsRetired && retired?.length === 0 && <Text c="dimmed">{t('setUp.noneRetired')}</Text>}
      {showsRetired && retired && retired.length > 0 && (
        <ul className={classes.list} aria-label={t('setUp.retired')}>
          {retired.map((entry) => (
            <li key={entry.id} data-retired>
              {what(entry)}
              <CommandButton command={restore} onClick={() => void bringBack(entry)}>
                {t('setUp.restore')}
              </CommandButton>
            </li>
          ))}
        </ul>
      )}
      {(doing?.what === 'add' || doing?.what === 'change') &&
        (form?.(formProps) || <EntryForm list={list} {...formProps} />)}
      {doing?.what === 'retire' && (
        <AskDialog
          title={t('setUp.retire')}
          ask={t('setUp.retireAsk', { name: doing.entry.name })}
          send={t('setUp.retire')}
          onClose={close}
          onSend={async () => {
            await sendCommand(retire, { id: doing.entry.id });
            await readAnew();
          }}
        />
      )}
    </Panel>
  );
};
