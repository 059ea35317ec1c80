import { Badge, Button, NumberInput, Select, Text, TextInput, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { boardQuery } from '../../reading/board.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { EmployeeForm } from '../staff/employee-form.tsx';
import { PaymentTypeForm } from './payment-type-form.tsx';
import { KEYS, progressQuery } from './reading.ts';
import classes from './set-up.module.css';
import { TablesForm } from './tables-form.tsx';

const STEPS = ['payments', 'products', 'employees', 'halls', 'shift', 'orders', 'keys'] as const;
type StepName = (typeof STEPS)[number];
/** One can sell without them. */
const OPTIONAL: readonly StepName[] = ['halls', 'keys'];

/** What a brand still lacks until its first order, step by step: each is done here, or on the page that it leads to. */
export const Guide = () => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const client = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const { data: progress } = useSuspenseQuery(progressQuery(pointId));
  const [doing, setDoing] = useState<StepName>();
  const readAnew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: KEYS.all });
    await client.invalidateQueries({ queryKey: ['point', pointId] });
    // Nothing on this page shows the board: without this it would stay as it was, with the shift closed.
    await client.fetchQuery({ ...boardQuery(pointId, { at: undefined, asAuditor: false }), staleTime: 0 });
  };
  const close = (): void => setDoing(undefined);
  const isDone: Readonly<Record<StepName, boolean>> = {
    payments: progress.payments > 0,
    products: progress.products > 0,
    employees: progress.employees.length > 0,
    halls: progress.halls > 0,
    shift: progress.hasShift,
    orders: progress.orders > 0,
    keys: progress.keys > 0,
  };
  const next = STEPS.find((name) => !isDone[name] && !OPTIONAL.includes(name));
  const order = async (): Promise<void> => {
    const { result } = await sendCommand('OpenCheque', { point_id: pointId, order_type_id: 2 });
    const { order_id } = result as { order_id: number };
    await navigate({ to: '/orders/$orderId', params: { orderId: String(order_id) } } as never);
  };
  const canOrder = isDone.payments && isDone.products && isDone.shift;
  const action = (name: StepName): ReactNode => {
    const variant = name === next ? 'filled' : 'default';
    if (name === 'keys') {
      return (
        <Button
          size="md"
          variant={variant}
          component={PageLink}
          {...({ to: '/integrations', search: keep('keys') } as object)}
        >
          {t('integrations.issue')}
        </Button>
      );
    }
    const isReady = name === 'orders' ? canOrder : name === 'shift' ? isDone.employees : true;
    return (
      <Button
        size="md"
        variant={variant}
        disabled={!isReady}
        onClick={() => (name === 'orders' ? void order() : setDoing(name))}
      >
        {t(`setUp.do.${name}`)}
      </Button>
    );
  };
  return (
    <>
      <section className={classes.panel} aria-label={t('setUp.guide')}>
        <Title order={2}>{t(next ? 'setUp.guideTitle' : 'setUp.allDone')}</Title>
        <Text c="dimmed">{t(next ? 'setUp.guideWhat' : 'setUp.allDoneWhat')}</Text>
        <ol className={classes.steps}>
          {STEPS.map((name) => (
            <li key={name} data-done={isDone[name] || undefined} aria-current={name === next ? 'step' : undefined}>
              <span className={classes.mark}>
                {isDone[name] && <IconCheck size={18} aria-label={t('shell.done')} />}
              </span>
              <div className={classes.what}>
                <Text fw={600}>
                  {t(`setUp.step.${name}`)}{' '}
                  {OPTIONAL.includes(name) && (
                    <Badge variant="light" color="gray">
                      {t('setUp.optional')}
                    </Badge>
                  )}
                </Text>
                <Text size="sm" c="dimmed">
                  {t(`setUp.why.${name}`)}
                </Text>
              </div>
              {(!isDone[name] || name === 'products' || name === 'payments') &&
                may.command('DefinePoint') &&
                action(name)}
            </li>
          ))}
        </ol>
      </section>
      {doing === 'payments' && <PaymentTypeForm onClose={close} onDone={readAnew} />}
      {doing === 'products' && <DishForm onClose={close} onDone={readAnew} />}
      {doing === 'employees' && <EmployeeForm before={undefined} others={[]} onClose={close} onDone={readAnew} />}
      {doing === 'halls' && <TablesForm onClose={close} onDone={readAnew} />}
      {doing === 'shift' && <OpenShift employees={progress.employees} onClose={close} onDone={readAnew} />}
    </>
  );
};

const keep = (tab: string) => (before: object) => ({ ...before, tab });

interface StepFormProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A dish with its price, in a section of the menu. The page Menu has the rest. */
const DishForm = ({ onClose, onDone }: StepFormProps) => {
  const { t } = useTranslation();
  const { unit, exponent, currency } = useFormats();
  const [name, setName] = useState('');
  const [section, setSection] = useState('');
  const [price, setPrice] = useState<number | string>('');
  const send = async (): Promise<void> => {
    const { result } = await sendCommand('DefineCategory', { name: section.trim() });
    const base_price = Math.round(Number(price) * unit);
    const { id: category_id } = result as { id: number };
    await sendCommand('DefineProduct', { type: 'product', name: name.trim(), category_id, base_price });
    await onDone();
  };
  return (
    <FormDialog
      title={t('setUp.do.products')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && section.trim() !== '' && price !== ''}
      onClose={onClose}
      onSend={send}
      fields={['name', 'base_price']}
    >
      {(refusalOf) => (
        <>
          <TextInput
            size="md"
            label={t('order.dish')}
            maxLength={255}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={refusalOf('name')}
          />
          <TextInput
            size="md"
            label={t('setUp.section')}
            maxLength={255}
            value={section}
            onChange={({ currentTarget }) => setSection(currentTarget.value)}
          />
          <NumberInput
            size="md"
            label={`${t('order.price')}, ${currency}`}
            min={0}
            decimalScale={exponent}
            thousandSeparator=" "
            value={price}
            onChange={setPrice}
            error={refusalOf('base_price')}
          />
        </>
      )}
    </FormDialog>
  );
};

interface OpenShiftProps extends StepFormProps {
  readonly employees: readonly { readonly id: number; readonly name: string | null }[];
}

/** Opens the till shift: who has the drawer, and what is in it. */
const OpenShift = ({ employees, onClose, onDone }: OpenShiftProps) => {
  const { t } = useTranslation();
  const { unit, exponent, currency } = useFormats();
  const { id: point_id } = usePoint();
  const [cashier, setCashier] = useState<string | null>(employees[0] ? String(employees[0].id) : null);
  const [cash, setCash] = useState<number | string>(0);
  return (
    <FormDialog
      title={t('setUp.do.shift')}
      send={t('setUp.do.shift')}
      isReady={cashier !== null}
      onClose={onClose}
      onSend={async () => {
        const opening_cash = Math.round(Number(cash) * unit);
        await sendCommand('OpenShift', { point_id, cashier_id: Number(cashier), opening_cash });
        await onDone();
      }}
      fields={['cashier_id', 'opening_cash']}
    >
      {(refusalOf) => (
        <>
          <Select
            size="md"
            label={t('role.cashier')}
            data={employees.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) }))}
            value={cashier}
            onChange={setCashier}
            allowDeselect={false}
            error={refusalOf('cashier_id')}
          />
          <NumberInput
            size="md"
            label={`${t('setUp.openingCash')}, ${currency}`}
            min={0}
            decimalScale={exponent}
            thousandSeparator=" "
            value={cash}
            onChange={setCash}
            error={refusalOf('opening_cash')}
          />
        </>
      )}
    </FormDialog>
  );
};
