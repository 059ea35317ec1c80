import { Divider, Loader, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog.tsx';
import { usePoint } from '../../points.ts';
import { productQuery } from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import { About } from './about.tsx';
import { Cost } from './cost.tsx';
import { Modifiers } from './modifiers.tsx';
import { Prices } from './prices.tsx';

/** A product: what it is, what it costs here and when, and what may be added to it. */
export const ProductDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const may = useMay();
  const { data: product } = useQuery(productQuery(pointId, id));
  const cost = product?.state.points.find(({ point_id }) => point_id === pointId)?.cost;
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} size="lg" title={product?.name ?? ''}>
      {!product && <Loader mx="auto" />}
      {product && (
        <Tabs defaultValue="about">
          <Tabs.List mb="md">
            <Tabs.Tab value="about">{t('menu.about')}</Tabs.Tab>
            <Tabs.Tab value="prices">{t('menu.prices')}</Tabs.Tab>
            <Tabs.Tab value="modifiers">{t('menu.modifiers')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="about">
            <About product={product} />
          </Tabs.Panel>
          <Tabs.Panel value="prices">
            <Stack gap="lg">
              <Prices key={product.state.updated_at} product={product} />
              <Divider />
              {may.command('SetCosts') && <Cost key={cost} product={product} />}
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="modifiers">
            <Modifiers key={JSON.stringify(product.modifier_groups)} product={product} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Dialog>
  );
};
