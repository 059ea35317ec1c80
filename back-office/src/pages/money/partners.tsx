import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Nothing } from '../../parts/nothing.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { organizationsQuery, suppliersQuery, useIsNow } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import type { Money } from './asked.ts';
import { Pay, type Payee } from './pay.tsx';
import { Register } from './register.tsx';
import { Supplies } from './supplies.tsx';
import { Supply } from './supply.tsx';

type Organization = Answer<'getOrganizationsReport'>['organizations'][number];
type Supplier = Answer<'getSuppliersReport'>['suppliers'][number];

/** Who owes us, and whom we owe: organizations that eat now and pay later, and suppliers. */
export const Partners = ({ money: { asked, today } }: { readonly money: Money }) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const { data: ofOrganizations } = useSuspenseQuery(organizationsQuery(asked));
  const { data: ofSuppliers } = useSuspenseQuery(suppliersQuery(asked));
  const [payee, setPayee] = useState<Payee>();
  const [registered, setRegistered] = useState<'organization' | 'supplier'>();
  const [goods, setGoods] = useState<{ readonly supplier: Supplier; readonly kind: 'RecordSupply' | 'ReturnSupply' }>();
  const [supplied, setSupplied] = useState<Supplier>();
  const seesSupplies = isNow && may.reading('listVenueSupplies');
  const canPay = isNow && may.command('ReceiveOrganizationPayment');
  const add = (kind: 'organization' | 'supplier') =>
    isNow &&
    may.command('RegisterOrganization') && (
      <Button
        size="md"
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setRegistered(kind)}
      >
        {t(`money.new.${kind}`)}
      </Button>
    );
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{t('money.organizations')}</Title>
        {add('organization')}
      </Group>
      {ofOrganizations.organizations.length === 0 ? (
        <Nothing title={t('money.noOrganizations')} what={t('money.noOrganizationsWhat')} />
      ) : (
        <>
          <Text c="dimmed">
            {t('money.owed', {
              debt: money(ofOrganizations.totals.debt),
              prepaid: money(ofOrganizations.totals.prepaid),
            })}
          </Text>
          <WideTable
            label={t('money.organizations')}
            heads={[
              t('money.name'),
              { figure: t('money.balance') },
              { figure: t('money.limit') },
              t('order.phone'),
              { acts: t('sales.more') },
            ]}
          >
            {ofOrganizations.organizations.map((one: Organization) => (
              <tr key={one.organization_id}>
                <td>
                  <b>{one.name}</b>
                </td>
                <td data-figure data-sign={Math.sign(one.balance)}>
                  {money(one.balance)}
                </td>
                <td data-figure>{one.debt_limit === null ? '–' : money(one.debt_limit)}</td>
                <td>{one.phone ?? '–'}</td>
                <td>
                  {canPay && (
                    <Button
                      size="sm"
                      variant="light"
                      onClick={() =>
                        setPayee({ kind: 'organization', id: one.organization_id, name: one.name, due: -one.balance })
                      }
                    >
                      {t('money.received')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </WideTable>
        </>
      )}
      <Group justify="space-between" mt="md">
        <Title order={2}>{t('money.suppliers')}</Title>
        {add('supplier')}
      </Group>
      {ofSuppliers.suppliers.length === 0 ? (
        <Nothing title={t('money.noSuppliers')} what={t('money.noSuppliersWhat')} />
      ) : (
        <>
          <Text c="dimmed">{t('money.weOwe', { debt: money(ofSuppliers.totals.debt) })}</Text>
          <WideTable
            label={t('money.suppliers')}
            heads={[t('money.name'), { figure: t('money.balance') }, t('order.phone'), { acts: t('sales.more') }]}
          >
            {ofSuppliers.suppliers.map((one) => (
              <tr key={one.supplier_id}>
                <td>
                  {seesSupplies ? (
                    <LinkButton onClick={() => setSupplied(one)}>{one.name}</LinkButton>
                  ) : (
                    <b>{one.name}</b>
                  )}
                </td>
                <td data-figure data-sign={Math.sign(one.balance)}>
                  {money(one.balance)}
                </td>
                <td>{one.phone ?? '–'}</td>
                <td>
                  {isNow && may.command('PaySupplier') && may.command('RecordSupply') && (
                    <Group gap="xs" wrap="nowrap">
                      <Button
                        size="sm"
                        variant="light"
                        onClick={() =>
                          setPayee({ kind: 'supplier', id: one.supplier_id, name: one.name, due: -one.balance })
                        }
                      >
                        {t('money.pay')}
                      </Button>
                      {(['RecordSupply', 'ReturnSupply'] as const).map((kind) => (
                        <Button key={kind} size="sm" variant="subtle" onClick={() => setGoods({ supplier: one, kind })}>
                          {t(`money.${kind}`)}
                        </Button>
                      ))}
                    </Group>
                  )}
                </td>
              </tr>
            ))}
          </WideTable>
        </>
      )}
      {payee && <Pay payee={payee} onClose={() => setPayee(undefined)} />}
      {registered && <Register kind={registered} onClose={() => setRegistered(undefined)} />}
      {supplied && (
        <Supplies supplier={supplied} pointId={asked.pointId} today={today} onClose={() => setSupplied(undefined)} />
      )}
      {goods && <Supply {...goods} today={today} onClose={() => setGoods(undefined)} />}
    </>
  );
};
