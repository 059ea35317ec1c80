import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyTitle } from '../../parts/money-title.tsx';
import { type Tab, useMenu } from './asked.ts';
import { Catalogue } from './catalogue.tsx';
import classes from './menu.module.css';
import { Sections } from './sections.tsx';
import { Showcases } from './showcases.tsx';
import { Stops } from './stops.tsx';

const PANELS = { catalogue: Catalogue, sections: Sections, showcases: Showcases, stops: Stops };

/** What the point sells: the catalogue with its prices, the menus that guests see, and what has run out. */
export const Page = () => {
  const { t } = useTranslation();
  const menu = useMenu();
  const { search, set, tabs } = menu;
  const tab = tabs.find((name) => name === search.tab) ?? tabs.find((name) => name === 'catalogue') ?? 'stops';
  const Panel = PANELS[tab];
  return (
    <>
      <MoneyTitle title={t('nav.menu')} />
      {tabs.length > 1 && (
        <Tabs value={tab} onChange={(next) => set({ tab: next as Tab, product: undefined })}>
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`menu.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <div className={classes.panel}>
        <Panel menu={menu} />
      </div>
    </>
  );
};
