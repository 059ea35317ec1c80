import { ActionIcon, Badge, Button, Group, Select, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Nothing } from '../../parts/nothing.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { shownPicture } from '../../parts/send-picture.ts';
import { useSending } from '../../parts/use-sending.ts';
import {
  definedShowcaseQuery,
  productsQuery,
  showcaseQuery,
  showcasesQuery,
  useMenuCommand,
} from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import type { Menu } from './asked.ts';
import classes from './menu.module.css';
import { NewShowcase, ShowcaseForm } from './showcase-form.tsx';
import { ShowcaseProduct } from './showcase-product.tsx';

/** The menus that partners show, as a guest of this point sees them now. */
export const Showcases = ({ menu: { asked, search, set } }: { readonly menu: Menu }) => {
  const { t } = useTranslation();
  const { data: menus } = useSuspenseQuery(showcasesQuery(asked.pointId));
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const chosen = menus.find(({ id }) => id === Number(search.showcase)) ?? menus[0];
  const open = (id: number): void => set({ showcase: id });
  return (
    <>
      <Group gap="xs">
        {chosen && (
          <>
            <Select
              size="md"
              w={280}
              aria-label={t('menu.tab.showcases')}
              data={menus.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(chosen.id)}
              onChange={(value) => value !== null && open(Number(value))}
              allowDeselect={false}
            />
            <Change id={chosen.id} pointId={asked.pointId} />
          </>
        )}
        {may.command('PublishShowcase') && (
          <Button
            size="md"
            variant={chosen ? 'default' : 'filled'}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('menu.guests.new')}
          </Button>
        )}
        {chosen && <AddProduct id={chosen.id} pointId={asked.pointId} />}
      </Group>
      {chosen ? (
        <Shown id={chosen.id} pointId={asked.pointId} />
      ) : (
        <Nothing title={t('menu.noShowcases')} what={t('menu.noShowcasesWhat')} />
      )}
      {isAdding && <NewShowcase onClose={() => setAdding(false)} onDone={open} />}
    </>
  );
};

interface OfShowcase {
  readonly id: number;
  readonly pointId: string;
}

const Change = (of: OfShowcase) => {
  const { t } = useTranslation();
  const publishing = usePublish(of);
  const [isChanging, setChanging] = useState(false);
  if (!publishing) return null;
  return (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setChanging(true)}
      >
        {t('menu.guests.change')}
      </Button>
      {isChanging && <ShowcaseForm defined={publishing.defined} onClose={() => setChanging(false)} />}
    </>
  );
};

/** Publishes a showcase anew, with other products. Undefined: the person may not, or it is still being read. */
const usePublish = ({ id, pointId }: OfShowcase) => {
  const may = useMay();
  const give = useMenuCommand();
  const isAllowed = may.command('ChangeShowcase') && may.reading('getVenueShowcase');
  const { data: defined } = useQuery({ ...definedShowcaseQuery(pointId, id), enabled: isAllowed });
  if (!isAllowed || !defined) return undefined;
  return {
    defined,
    publish: (products: typeof defined.products) => give('ChangeShowcase', { id, products } as never),
  };
};

const AddProduct = ({ id, pointId }: OfShowcase) => {
  const { t } = useTranslation();
  const publishing = usePublish({ id, pointId });
  const { data: products = [] } = useQuery({
    ...productsQuery({ pointId, at: undefined }, undefined),
    enabled: publishing !== undefined,
  });
  const { isSending, refusal, send } = useSending();
  const [product, setProduct] = useState<string | null>(null);
  const [category, setCategory] = useState<string | null>(null);
  if (!publishing) return null;
  const { defined, publish } = publishing;
  const shown = new Set(defined.products.map(({ product_id }) => product_id));
  const chosen = category ?? (defined.categories[0] ? String(defined.categories[0].id) : null);
  const add = (): Promise<unknown> =>
    publish([
      ...defined.products,
      {
        product_id: Number(product),
        category_id: Number(chosen),
        name: null,
        description: null,
        image: null,
        order_number: null,
        price: null,
      },
    ]).then(() => setProduct(null));
  return (
    <>
      <Select
        size="md"
        w={240}
        aria-label={t('menu.addTo')}
        placeholder={t('menu.addTo')}
        data={products
          .filter(
            ({ product_id, type, is_active }) =>
              is_active && type !== 'prep' && type !== 'modifier' && !shown.has(product_id),
          )
          .map(({ product_id, name }) => ({ value: String(product_id), label: name }))}
        value={product}
        onChange={setProduct}
        limit={100}
        searchable
      />
      {product !== null && defined.categories.length > 1 && (
        <Select
          size="md"
          w={200}
          aria-label={t('menu.category')}
          data={defined.categories.map((each) => ({ value: String(each.id), label: each.name }))}
          value={chosen}
          onChange={setCategory}
          allowDeselect={false}
        />
      )}
      {product !== null && chosen !== null && (
        <Button size="md" loading={isSending} onClick={() => void send(add)}>
          {t('menu.publish')}
        </Button>
      )}
      <RefusalNote refusal={refusal} />
    </>
  );
};

/** The showcase with prices of now; what is not there today stands pale. */
const Shown = ({ id, pointId }: OfShowcase) => {
  const { t } = useTranslation();
  const { money, number, currency } = useFormats();
  const { data: menu } = useSuspenseQuery(showcaseQuery(pointId, id));
  const publishing = usePublish({ id, pointId });
  const { refusal, send } = useSending();
  const [changed, setChanged] = useState<number>();
  return (
    <>
      <RefusalNote refusal={refusal} />
      {menu.categories.map((category) => {
        const products = menu.products.filter(({ category_id }) => category_id === category.id);
        if (products.length === 0) return null;
        return (
          <section key={category.id} aria-label={category.name}>
            <Title order={2} mb="xs">
              {category.name}
            </Title>
            <div className={classes.cards}>
              {products.map((product) => (
                <article
                  key={product.product_id}
                  className={classes.card}
                  aria-label={product.name}
                  data-off={!product.is_available || undefined}
                >
                  {product.image && <Picture address={product.image} />}
                  <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
                    {publishing ? (
                      <LinkButton onClick={() => setChanged(product.product_id)}>{product.name}</LinkButton>
                    ) : (
                      <Text fw={600}>{product.name}</Text>
                    )}
                    {publishing && (
                      <ActionIcon
                        size={44}
                        variant="subtle"
                        color="gray"
                        aria-label={t('menu.takeOut', { name: product.name })}
                        onClick={() =>
                          void send(() =>
                            publishing.publish(
                              publishing.defined.products.filter(({ product_id }) => product_id !== product.product_id),
                            ),
                          )
                        }
                      >
                        <IconX size={18} />
                      </ActionIcon>
                    )}
                  </Group>
                  {product.description && (
                    <Text size="sm" c="dimmed" lineClamp={3}>
                      {product.description}
                    </Text>
                  )}
                  <Group justify="space-between" gap="xs" mt="auto">
                    <Text fw={600}>
                      {money(product.price)} {currency}
                    </Text>
                    {!product.is_available ? (
                      <Badge variant="light" color="red">
                        {t('menu.notNow')}
                      </Badge>
                    ) : (
                      product.available_quantity !== null && (
                        <Text size="sm">{t('now.left', { quantity: number(product.available_quantity) })}</Text>
                      )
                    )}
                  </Group>
                </article>
              ))}
            </div>
          </section>
        );
      })}
      {menu.products.length === 0 && <Nothing title={t('menu.emptyShowcase')} what={t('menu.emptyShowcaseWhat')} />}
      {publishing && changed !== undefined && (
        <ShowcaseProduct
          defined={publishing.defined}
          productId={changed}
          called={menu.products.find(({ product_id }) => product_id === changed)?.name ?? ''}
          onClose={() => setChanged(undefined)}
        />
      )}
    </>
  );
};

const Picture = ({ address }: { readonly address: string }) => {
  const shown = shownPicture(address);
  return shown === undefined ? null : <img src={shown} alt="" loading="lazy" />;
};
