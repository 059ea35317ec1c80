import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BoxedList } from '../../parts/boxed-list.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { useFormats } from '../../parts/formats.ts';
import { Nothing } from '../../parts/nothing.tsx';
import { usePoints } from '../../points.ts';
import { useMay } from '../../session/session.ts';
import { isPercent, type Motivation } from './motivation-fields.ts';
import { MotivationForm } from './motivation-form.tsx';
import { type Employee, employeesQuery, motivationsQuery } from './reading.ts';
import classes from './staff.module.css';

/** For what people are paid beside their salary, and who has it. */
export const Motivations = () => {
  const { t } = useTranslation();
  const may = useMay();
  const { data: motivations } = useSuspenseQuery(motivationsQuery);
  const { data: staff } = useSuspenseQuery(employeesQuery);
  const [doing, setDoing] = useState<'new' | Motivation>();
  return (
    <Stack>
      {may.command('DefineMotivation') && (
        <Group>
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDoing('new')}>
            {t('staff.newMotivation')}
          </Button>
        </Group>
      )}
      {motivations.length === 0 && <Nothing title={t('staff.noMotivations')} what={t('staff.noMotivationsWhat')} />}
      <BoxedList label={t('staff.motivations')}>
        {motivations.map((each) => (
          <li className={classes.entry} key={each.id}>
            <OneMotivation motivation={each} staff={staff} onChange={() => setDoing(each)} />
          </li>
        ))}
      </BoxedList>
      {doing !== undefined && (
        <MotivationForm
          before={doing === 'new' ? undefined : doing}
          staff={staff}
          onClose={() => setDoing(undefined)}
        />
      )}
    </Stack>
  );
};

interface OneMotivationProps {
  readonly motivation: Motivation;
  readonly staff: readonly Employee[];
  readonly onChange: () => void;
}

const OneMotivation = ({ motivation, staff, onChange }: OneMotivationProps) => {
  const { t } = useTranslation();
  const { money, rate: percentOf } = useFormats();
  const points = usePoints();
  const { name, calculation_type, rate, scope, is_active, state } = motivation;
  const where = scope.point_ids?.map((id) => points.find((point) => point.id === id)?.name ?? id).join(', ');
  const names = state.employee_ids.map((id) => staff.find((one) => one.id === id)?.name ?? `№ ${id}`);
  return (
    <>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {!is_active && (
            <Badge variant="light" color="gray">
              {t('menu.inactive')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            `${t(`money.motivations.${calculation_type}`)}: ${isPercent(calculation_type) ? percentOf(rate) : money(rate)}`,
            where ?? t('integrations.everyPoint'),
          ].join(' · ')}
        </Text>
        <Text size="sm">{names.length === 0 ? t('staff.nobodyHasIt') : names.join(', ')}</Text>
      </div>
      <CommandButton command="DefineMotivation" onClick={onChange}>
        {t('integrations.change')}
      </CommandButton>
    </>
  );
};
