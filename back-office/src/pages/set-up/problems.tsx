import { Alert, Code, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../src/brand-file/problems.ts';

/** What is wrong in a file, each with its place. */
export const Problems = ({ problems }: { readonly problems: readonly Problem[] }) => {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('setUp.fileWrong')}>
      <List>
        {problems.map(({ file, line, column, message, place, told }) => (
          <List.Item key={`${file} ${line} ${column} ${message}`}>
            <Code>
              {file}:{line}:{column}
            </Code>{' '}
            {told ? (
              <>
                {place && `${place}: `}
                {t(`brandFile.${told.code}` as 'brandFile.wrong', { ...told.values })}
              </>
            ) : (
              message
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};
