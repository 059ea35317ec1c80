import { Alert, Button, FileInput, List, Loader, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readProductTable } from '../../../../src/product-table/read-table.ts';
import { wordsOf } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Foot } from '../../parts/foot.tsx';
import { useFormats } from '../../parts/formats.ts';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { usePoint, usePoints } from '../../points.ts';
import { keysOf } from '../../reading/keys.ts';
import { readBrandNow, takeOver } from './import-brand.ts';
import { type BrandNow, type FieldChange, planImport, type RowPlan } from './import-plan.ts';

/** So many rows and problems are shown: a page of thousands helps nobody. */
const SHOWN = 100;

/** Takes products and prices over from a table: shows what would change, then changes it. */
export const ImportTable = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { exponent } = useFormats();
  const points = usePoints();
  const { id: pointId } = usePoint();
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const { rows, problems } = readProductTable(new Uint8Array(await file.arrayBuffer()), exponent);
      if (problems.length > 0) return { problems };
      const now = await readBrandNow(points);
      return { problems, now, plan: planImport(rows, now) };
    },
  });
  const sending = useMutation({
    mutationFn: takeOver,
    // Also after a failure: a part of it may have been carried out.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keysOf(pointId).catalogue }),
        client.invalidateQueries({ queryKey: keysOf(pointId).menu }),
      ]),
  });
  const { problems = [], now, plan } = reading.data ?? {};
  const rows = plan?.filter((row) => sending.data === undefined || sending.data.refusals.has(row.line)) ?? [];
  const isWrong = plan?.some((row) => row.problems.length > 0);
  const failure = reading.error ?? sending.error;
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} size="xl" title={t('menu.import.title')}>
      <Stack>
        <FileInput
          size="md"
          label={t('menu.import.file')}
          description={t('menu.import.what')}
          accept=".csv,.tsv,.txt,text/csv"
          leftSection={<IconFileText size={18} aria-hidden />}
          placeholder="CSV"
          onChange={(file) => {
            sending.reset();
            if (file) reading.mutate(file);
          }}
        />
        {reading.isPending && <Loader type="dots" mx="auto" />}
        {failure && <RefusalNote refusal={{ words: wordsOf(failure), field: undefined }} />}
        {(problems.length > 0 || isWrong) && (
          <Alert color="red" role="alert" title={t('menu.import.again')}>
            {problems.length > 0 && (
              <List>
                {problems.slice(0, SHOWN).map(({ line, column, told: { code, values } }) => (
                  <List.Item key={`${line} ${column} ${code}`}>
                    {t('menu.import.at', { line, column })}{' '}
                    {t(`menu.import.wrong.${code}` as 'menu.import.wrong.empty', { ...values })}
                  </List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
        {sending.data && (
          <Alert color={sending.data.refusals.size > 0 ? 'orange' : 'sea'} role="status">
            {t('menu.import.done', { done: sending.data.done, refused: sending.data.refusals.size })}
          </Alert>
        )}
        {plan?.length === 0 && <Text>{t('menu.import.same')}</Text>}
        {now && rows.length > 0 && (
          <WideTable
            label={t('menu.import.changes')}
            heads={[t('menu.import.line'), t('abc.product'), t('menu.import.changes')]}
          >
            {rows.slice(0, SHOWN).map((row) => (
              <Row key={row.line} row={row} now={now} refusal={sending.data?.refusals.get(row.line)} />
            ))}
          </WideTable>
        )}
        {rows.length > SHOWN && <Text c="dimmed">{t('now.andMore', { count: rows.length - SHOWN })}</Text>}
        <Foot>
          <Button size="md" variant="default" onClick={onClose}>
            {t('shell.close')}
          </Button>
          {plan && plan.length > 0 && !sending.data && (
            <Button size="md" disabled={isWrong} loading={sending.isPending} onClick={() => sending.mutate(plan)}>
              {t('menu.import.do', { rows: plan.length })}
            </Button>
          )}
        </Foot>
      </Stack>
    </Dialog>
  );
};

interface RowProps {
  readonly row: RowPlan;
  readonly now: BrandNow;
  /** The server's words, if it refused the row. */
  readonly refusal: string | undefined;
}

/** A row of the table: what it changes, from what to what, or why it can't. */
const Row = ({ row: { line, name, isNew, changes, problems }, now, refusal }: RowProps) => {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const written = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (field === 'price' || field === 'base_price') return money(Number(value));
    if (field === 'category_id') return now.categories.find(({ id }) => id === value)?.name ?? String(value);
    if (field === 'menu_folder_id') return now.folders.find(({ id }) => id === value)?.name ?? String(value);
    if (field === 'type') return t(`menu.types.${value as 'product'}`);
    if (typeof value === 'boolean') return t(value ? 'sales.yes' : 'sales.no');
    return typeof value === 'number' ? number(value) : String(value);
  };
  const nameOf = ({ field, at }: FieldChange): string => {
    if (at !== undefined) return t('menu.import.priceAt', { point: at });
    const known = LABELS[field];
    return known === undefined ? t(`menu.import.field.${field as 'code'}`) : t(known);
  };
  return (
    <tr>
      <td>{line}</td>
      <td>
        <b>{name}</b>
        {isNew && (
          <Text size="sm" c="dimmed">
            {t('menu.import.new')}
          </Text>
        )}
      </td>
      <td>
        {refusal !== undefined && <Text c="var(--late)">{refusal}</Text>}
        {problems.map(({ why, what }) => (
          <Text key={`${why} ${what}`} c="var(--late)">
            {t(`menu.import.why.${why}`, { what: what ?? '' })}
          </Text>
        ))}
        {changes.map((change) => (
          <Text key={`${change.field} ${change.at}`} size="sm">
            {nameOf(change)}: {!isNew && `${written(change.field, change.before)} → `}
            {written(change.field, change.after)}
          </Text>
        ))}
      </td>
    </tr>
  );
};

const LABELS: Readonly<
  Record<
    string,
    | 'money.name'
    | 'menu.basePrice'
    | 'menu.category'
    | 'menu.folder'
    | 'menu.type'
    | 'menu.description'
    | 'menu.active'
    | undefined
  >
> = {
  name: 'money.name',
  base_price: 'menu.basePrice',
  category_id: 'menu.category',
  menu_folder_id: 'menu.folder',
  type: 'menu.type',
  description: 'menu.description',
  is_active: 'menu.active',
};
