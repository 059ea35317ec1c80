import { Badge, Button, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/panel.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { boardQuery } from '../../reading/board.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { EmployeeForm } from '../staff/employee-form.tsx';
import { DishForm } from './dish-form.tsx';
import { OpenShift } from './open-shift.tsx';
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
      <Panel label={t('setUp.guide')}>
        <Title order={2}>{t(next ? 'setUp.guideTitle' : 'setUp.allDone')}</Title>
        <Text c="dimmed">{t(next ? 'setUp.guideWhat' : 'setUp.allDoneWhat')}</Text>
        <ol className={classes.steps}>
          {STEPS.map((name) => (
            <li key={name} data-done={isDone[name] || undefined} aria-current={name === next ? 'step' : undefined}>
              <span className={classes.mark}>
                {isDone[name] && <IconCheck size={18} aria-label={t('shell.done')} />}
              </span>
              <div className={classes.what}>
                <Text fw={600} component="div">
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
      </Panel>
      {doing === 'payments' && <PaymentTypeForm onClose={close} onDone={readAnew} />}
      {doing === 'products' && <DishForm onClose={close} onDone={readAnew} />}
      {doing === 'employees' && (
        <EmployeeForm before={undefined} others={[]} role={t('role.cashier')} onClose={close} onDone={readAnew} />
      )}
      {doing === 'halls' && <TablesForm onClose={close} onDone={readAnew} />}
      {doing === 'shift' && <OpenShift employees={progress.employees} onClose={close} onDone={readAnew} />}
    </>
  );
};

const keep = (tab: string) => (before: object) => ({ ...before, tab });
