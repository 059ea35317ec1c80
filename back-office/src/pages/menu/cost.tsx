import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { useFormats } from '../../parts/formats.ts';
import { SendForm } from '../../parts/send-form.tsx';
import { usePoint } from '../../points.ts';
import { type DefinedProduct, useMenuCommand } from '../../reading/catalogue.ts';

/** What one unit of a product costs the point. */
export const Cost = ({ product }: { readonly product: DefinedProduct }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id: point_id } = usePoint();
  const give = useMenuCommand();
  const before = product.state.points.find((point) => point.point_id === point_id)?.cost ?? null;
  const [typed, setTyped] = useState<number | string>(before === null ? '' : before / unit);
  const cost = minorOf(typed, unit);
  return (
    <SendForm
      send={t('menu.saveCost')}
      isReady={cost !== undefined && cost !== before}
      onSend={() => give('SetCosts', { point_id, costs: [{ product_id: product.id, cost: cost! }] })}
      fields={['costs[0].cost']}
    >
      {(refusalOf) => (
        <AmountField
          label={t('menu.costHere')}
          description={t('menu.costWhat')}
          value={typed}
          onChange={setTyped}
          error={refusalOf('costs[0].cost')}
        />
      )}
    </SendForm>
  );
};
