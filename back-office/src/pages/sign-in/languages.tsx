import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES, LOCALES, language } from '../../words/language.ts';
import { speak } from '../../words/words.ts';
import classes from './sign-in.module.css';

/** The choice of a language for people who are not signed in yet. */
export const Languages = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.languages} role="group" aria-label={t('shell.language')}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={LOCALES[each]}
          aria-pressed={each === language()}
          onClick={() => void speak(each)}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </div>
  );
};
