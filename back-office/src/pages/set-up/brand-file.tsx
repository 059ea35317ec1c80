import { Anchor, Code, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../parts/copy-button.tsx';
import classes from './set-up.module.css';

const SCHEMA = '/schemas/brand.json';

/** How the brand is written to a file, and how a changed file is applied. The page itself neither writes nor reads one. */
export const BrandFile = () => {
  const { t } = useTranslation();
  const step = (words: string, command: string) => (
    <div>
      <Text>{words}</Text>
      <div className={classes.command}>
        <Code block>{command}</Code>
        <CopyButton text={command} />
      </div>
    </div>
  );
  const where = `--url ${location.origin} --key $VENUE_KEY`;
  return (
    <section className={classes.panel} aria-label={t('setUp.file')}>
      <Stack gap="md">
        <div>
          <Title order={2}>{t('setUp.file')}</Title>
          <Text c="dimmed">{t('setUp.fileWhat')}</Text>
        </div>
        {step(t('setUp.fileExport'), `npm run brand -- export ${where} --out brand.yaml`)}
        {step(t('setUp.fileApply'), `npm run brand -- apply brand.yaml ${where}`)}
        <Text>{t('setUp.fileKey')}</Text>
        <Text>
          {t('setUp.fileSchema')} <Anchor href={SCHEMA}>{SCHEMA}</Anchor>
        </Text>
      </Stack>
    </section>
  );
};
