import { ActionIcon, Button, Group, MultiSelect, Text, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { categoriesQuery, type DefinedShowcase, productsQuery, useMenuCommand } from '../../reading/catalogue.ts';
import { changedOf } from '../set-up/changed-of.ts';
import classes from './menu.module.css';
import { menuOf, movedTo, withSection } from './showcase-parts.ts';

interface NewShowcaseProps {
  readonly onClose: () => void;
  readonly onDone: (id: number) => void;
}

/** A new menu for guests: what the chosen sections of the catalogue have. */
export const NewShowcase = ({ onClose, onDone }: NewShowcaseProps) => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const give = useMenuCommand();
  const { data: categories = [] } = useQuery(categoriesQuery(pointId));
  const { data: products = [] } = useQuery(productsQuery({ pointId, at: undefined }, undefined));
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>();
  const sections = chosen ?? categories.map(({ id }) => String(id));
  const menu = menuOf(
    categories.filter(({ id }) => sections.includes(String(id))),
    products,
  );
  return (
    <FormDialog
      title={t('menu.guests.new')}
      send={t('menu.publish')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSend={async () => {
        const { result } = await give('PublishShowcase', { name: name.trim(), ...menu } as never);
        onDone((result as { id: number }).id);
      }}
      fields={['name']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('money.name')}
            description={t('menu.guests.nameWhat')}
            maxLength={255}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <MultiSelect
            size="md"
            label={t('menu.guests.sections')}
            description={t('menu.guests.count', { count: menu.products.length })}
            data={categories.map((each) => ({ value: String(each.id), label: each.name }))}
            value={[...sections]}
            onChange={setChosen}
            searchable
          />
        </>
      )}
    </FormDialog>
  );
};

interface ShowcaseFormProps {
  readonly defined: DefinedShowcase;
  readonly onClose: () => void;
}

/** A menu's name, and its sections in their order. */
export const ShowcaseForm = ({ defined, onClose }: ShowcaseFormProps) => {
  const { t } = useTranslation();
  const give = useMenuCommand();
  const [name, setName] = useState(defined.name);
  const [description, setDescription] = useState(defined.description ?? '');
  const [categories, setCategories] = useState(defined.categories);
  const used = new Set(defined.products.map(({ category_id }) => category_id));
  const changed = changedOf(defined, {
    name: name.trim(),
    description: description.trim() || null,
    categories: categories.map((each) => ({ ...each, name: each.name.trim() })),
  });
  return (
    <FormDialog
      title={defined.name}
      send={t('menu.publish')}
      isReady={
        name.trim() !== '' && categories.every((each) => each.name.trim() !== '') && Object.keys(changed).length > 0
      }
      onClose={onClose}
      onSend={() => give('ChangeShowcase', { id: defined.id, ...changed } as never)}
      fields={['name', 'description']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('money.name')}
            maxLength={255}
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <Textarea
            size="md"
            label={t('menu.description')}
            maxLength={2_000}
            autosize
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
            error={refusalOf('description')}
          />
          <Text fw={600}>{t('menu.guests.sections')}</Text>
          <ul className={classes.items}>
            {categories.map((category, index) => (
              <li key={category.id}>
                <TextField
                  flex={1}
                  miw={120}
                  label=""
                  aria-label={t('menu.guests.sectionName', { name: category.name })}
                  maxLength={255}
                  value={category.name}
                  onChange={(next) =>
                    setCategories(categories.map((each) => (each === category ? { ...each, name: next } : each)))
                  }
                />
                {index > 0 && (
                  <ActionIcon
                    size={44}
                    variant="subtle"
                    color="gray"
                    aria-label={t('menu.guests.up', { name: category.name })}
                    onClick={() => setCategories(movedTo(categories, index, index - 1))}
                  >
                    <IconArrowUp size={18} />
                  </ActionIcon>
                )}
                {index < categories.length - 1 && (
                  <ActionIcon
                    size={44}
                    variant="subtle"
                    color="gray"
                    aria-label={t('menu.guests.down', { name: category.name })}
                    onClick={() => setCategories(movedTo(categories, index, index + 1))}
                  >
                    <IconArrowDown size={18} />
                  </ActionIcon>
                )}
                {!used.has(category.id) && (
                  <ActionIcon
                    size={44}
                    variant="subtle"
                    color="gray"
                    aria-label={t('menu.guests.removeSection', { name: category.name })}
                    onClick={() => setCategories(categories.filter((each) => each !== category))}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
          <Group>
            <Button
              size="md"
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setCategories(withSection(categories))}
            >
              {t('menu.sections.add')}
            </Button>
          </Group>
        </>
      )}
    </FormDialog>
  );
};
