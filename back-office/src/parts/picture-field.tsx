import { Button, FileButton, Group, Input, Progress, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './picture-field.module.css';
import { PICTURE_TYPES, sendPicture, shownPicture } from './send-picture.ts';
import { useSending } from './use-sending.ts';

interface PictureFieldProps {
  readonly label: string;
  /** The address of the picture. Null: none. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** While a picture is on its way, the form has not got its address yet. */
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
  readonly error?: string | undefined;
}

/** A picture, chosen or dropped here: it is sent at once, and seen while it goes. */
export const PictureField = ({ label, value, onChange, onBusy, error }: PictureFieldProps) => {
  const { t } = useTranslation();
  const { isSending, refusal, send } = useSending();
  const [preview, setPreview] = useState<string>();
  const [percent, setPercent] = useState(0);
  const [isOver, setOver] = useState(false);
  const shown = preview ?? shownPicture(value);

  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file || isSending) return;
    setPercent(0);
    setPreview(await dataOf(file));
    onBusy?.(true);
    await send(async () => onChange((await sendPicture(file, setPercent)).image));
    onBusy?.(false);
    // What was refused is not there.
    setPreview(undefined);
  };
  const over = (isHere: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isHere);
  };
  return (
    <Input.Wrapper size="md" label={label} error={refusal?.words ?? error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the button as well */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          void take(event.dataTransfer.files[0]);
        }}
      >
        {shown ? (
          <img src={shown} alt="" />
        ) : (
          <span className={classes.none} aria-hidden>
            <IconPhoto size={28} />
          </span>
        )}
        <div className={classes.what}>
          <Group gap="xs">
            <FileButton accept={PICTURE_TYPES.join()} onChange={(file) => void take(file)}>
              {(props) => (
                <Button {...props} size="sm" variant="default" loading={isSending}>
                  {t(value === null ? 'picture.choose' : 'picture.other')}
                </Button>
              )}
            </FileButton>
            {value !== null && !isSending && (
              <Button size="sm" variant="subtle" color="gray" onClick={() => onChange(null)}>
                {t('picture.remove')}
              </Button>
            )}
          </Group>
          {isSending ? (
            <Progress value={percent} mt="xs" aria-label={t('picture.sending')} />
          ) : (
            <Text size="sm" c="dimmed" mt={4}>
              {t(value !== null && shown === undefined ? 'picture.elsewhere' : 'picture.what')}
            </Text>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
};

/** The picture as an address that holds it: the page shows no other ones before they are sent. */
const dataOf = (file: File): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return resolve(undefined);
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
