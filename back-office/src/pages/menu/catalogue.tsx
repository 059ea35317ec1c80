import { Badge, Button, Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { IconDownload, IconPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { useFormats } from '../../parts/formats.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Nothing } from '../../parts/nothing.tsx';
import { useSaveTable } from '../../parts/save-table.ts';
import { say } from '../../parts/say.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { boardQuery } from '../../reading/board.ts';
import { foldersQuery, type Product, productsQuery, useMenuCommand } from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import type { Menu } from './asked.ts';
import { NewProduct } from './new-product.tsx';
import { ProductDialog } from './product-dialog.tsx';

// It reads tables of spreadsheets: loaded by whoever brings one.
const ImportTable = lazy(async () => ({ default: (await import('./import.tsx')).ImportTable }));

/** Who looks for more types a part of the name. */
const SHOWN = 200;

/** Kinds that are only ever inside of something. */
const PARTS: readonly string[] = ['modifier', 'prep'];

/** The tree of folders, and the products of one of them: what they cost here, and whether they are sold. */
export const Catalogue = ({ menu: { search, set, asked, isNow } }: { readonly menu: Menu }) => {
  const { t } = useTranslation();
  const may = useMay();
  const saveTable = useSaveTable();
  const { data: folders } = useSuspenseQuery(foldersQuery(asked));
  const folder = folders.find(({ id }) => id === Number(search.folder))?.id;
  const { data: products } = useSuspenseQuery(productsQuery(asked, folder));
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const words = String(search.find ?? '')
    .trim()
    .toLocaleLowerCase();
  // What is sold by itself comes first: sauces and sizes would stand before the dishes.
  const found = products
    .filter(({ name, barcode, plu }) => [name, barcode, plu].some((text) => text?.toLocaleLowerCase().includes(words)))
    .toSorted((one, other) => Number(PARTS.includes(one.type)) - Number(PARTS.includes(other.type)));
  const query = {
    point_id: [asked.pointId],
    status: 'all',
    ...(folder !== undefined && { menu_ids: [folder] }),
    ...(asked.at !== undefined && { as_of: asked.at }),
  };
  const { data: board } = useQuery({
    ...boardQuery(asked.pointId, { at: undefined, asAuditor: false }),
    enabled: isNow && may.reading('getBoard'),
  });
  const stops = board && new Map(board.stop_list.map(({ product_id, quantity }) => [product_id, quantity]));
  /** How many are left: live, as each sale takes of them. Undefined: without limit. */
  const leftOf = ({ product_id, points: [here] }: Product): number | undefined =>
    stops ? stops.get(product_id) : (here?.stop_quantity ?? undefined);
  const opened = may.reading('getVenueProduct') && isNow ? Number(search.product) || undefined : undefined;
  return (
    <>
      <Group gap="xs">
        <TextInput
          size="md"
          flex={1}
          miw={180}
          maw={340}
          aria-label={t('menu.find')}
          placeholder={t('menu.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search.find ?? ''}
          onChange={({ currentTarget }) => set({ find: currentTarget.value || undefined })}
        />
        {folders.length > 0 && (
          <Select
            size="md"
            w={260}
            aria-label={t('menu.folder')}
            data={[
              { value: 'all', label: t('menu.allFolders') },
              // Indented by spaces that do not break: a list of choices has no tree.
              ...folders.map(({ id, name, level, products_count_nested }) => ({
                value: String(id),
                label: `${'  '.repeat(Math.max(0, level - 1))}${name} · ${products_count_nested}`,
              })),
            ]}
            value={folder === undefined ? 'all' : String(folder)}
            onChange={(value) => set({ folder: value === 'all' || value === null ? undefined : Number(value) })}
            allowDeselect={false}
            searchable
          />
        )}
        {isNow && may.command('DefineProduct') && (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t('menu.new')}
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void saveTable('/v1/reports/products', query, 'products.csv')}
        >
          CSV
        </Button>
        {isNow && may.command('DefineProduct') && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('menu.import.title')}
          </Button>
        )}
      </Group>
      {found.length === 0 ? (
        <Nothing
          title={products.length === 0 ? t('menu.nothing') : t('search.nothing')}
          what={t(products.length === 0 ? 'menu.nothingWhat' : 'menu.notFound')}
        />
      ) : (
        <WideTable
          label={t('menu.products')}
          heads={[
            t('abc.product'),
            t('menu.folder'),
            { figure: t('order.price') },
            { figure: t('menu.cost') },
            t('menu.onSale'),
            t('menu.stop'),
          ]}
        >
          {found.slice(0, SHOWN).map((product) => (
            <Row
              key={product.product_id}
              {...{ product, isNow }}
              left={leftOf(product)}
              onOpen={() => set({ product: product.product_id })}
            />
          ))}
        </WideTable>
      )}
      {found.length > SHOWN && <Text c="dimmed">{t('menu.more', { count: found.length - SHOWN })}</Text>}
      {isAdding && <NewProduct onClose={() => setAdding(false)} />}
      <Suspense>{isImporting && <ImportTable onClose={() => setImporting(false)} />}</Suspense>
      {opened !== undefined && <ProductDialog id={opened} onClose={() => set({ product: undefined })} />}
    </>
  );
};

interface RowProps {
  readonly product: Product;
  readonly isNow: boolean;
  /** Undefined: without limit. */
  readonly left: number | undefined;
  readonly onOpen: () => void;
}

const Row = ({ product, isNow, left, onOpen }: RowProps) => {
  const { t } = useTranslation();
  const { money, number, percents } = useFormats();
  const may = useMay();
  const give = useMenuCommand();
  const [here] = product.points;
  const [asked, setAsked] = useState<boolean>();
  const isOnSale = asked ?? here?.is_on_sale ?? false;
  const canSell = isNow && may.command('SetOnSale') && product.is_active && product.type !== 'prep';
  /** Shown at once, and taken back if the server says no. */
  const sell = async (on_sale: boolean): Promise<void> => {
    setAsked(on_sale);
    try {
      await give('SetOnSale', { point_id: here!.point_id, product_ids: [product.product_id], on_sale });
    } catch (error) {
      say(wordsOf(error));
    } finally {
      setAsked(undefined);
    }
  };
  return (
    <tr data-off={!product.is_active || undefined}>
      <td>
        {isNow && may.reading('getVenueProduct') ? (
          <LinkButton onClick={onOpen}>{product.name}</LinkButton>
        ) : (
          <b>{product.name}</b>
        )}
        <Text size="sm" c="dimmed">
          {product.type_name}
          {!product.is_active && ` · ${t('menu.inactive')}`}
        </Text>
      </td>
      <td>{product.menu_path ?? product.category_name ?? '–'}</td>
      <td data-figure>{here ? money(here.price) : money(product.base_price)}</td>
      <td data-figure>
        {here?.cost_price == null ? '–' : money(here.cost_price)}
        {here?.cost_percent != null && (
          <Text size="sm" c="dimmed">
            {percents(here.cost_percent)}
          </Text>
        )}
      </td>
      <td>
        <Switch
          size="md"
          aria-label={t('menu.sold', { name: product.name })}
          checked={isOnSale}
          disabled={!canSell}
          onChange={({ currentTarget }) => void sell(currentTarget.checked)}
        />
      </td>
      <td>
        {left === 0 && (
          <Badge size="lg" variant="light" color="red">
            {t('menu.stopped')}
          </Badge>
        )}
        {left !== undefined && left > 0 && t('now.left', { quantity: number(left) })}
      </td>
    </tr>
  );
};
