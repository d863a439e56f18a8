import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { neutrals } from '@/shared/theme/tokens';
import { type BrandingCalls, logoBytesMax, logoTypes } from './branding';
import { type LookForm, pictureAddress } from './branding-form';
import classes from './branding-page.module.css';
import { texts } from './texts';

type Props = {
  branding: BrandingCalls;
  name: 'logo' | 'lightLogoUrl' | 'complianceLogo';
  label: string;
  help: string;
  /** The background that the logo is made for. */
  ground: 'light' | 'dark';
};

/** Replaces or removes a logo. The change is saved with the form. */
export function LogoField({ branding, name, label, help, ground }: Props) {
  const { watch, setValue, setError, clearErrors, formState } = useFormContext<LookForm>();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > logoBytesMax) throw new Error(texts.tooLarge);
      return branding.upload(file, () => {});
    },
    onSuccess: ({ address }) => put(address),
    onError: (error) =>
      setError(name, { message: error instanceof ApiError ? (error.fields.file ?? error.message) : error.message }),
    meta: { quiet: true },
  });
  const put = (address: string | null) => {
    clearErrors(name);
    setValue(name, address, { shouldDirty: true });
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // Lets the user choose the same file again after correcting it.
    event.currentTarget.value = '';
    if (file) upload.mutate(file);
  };
  const value = watch(name);
  const address = pictureAddress(value, { assetPath: watch('assetPath'), remoteAssetPath: watch('remoteAssetPath') });
  const error = formState.errors[name]?.message;
  return (
    <fieldset className={classes.logo} aria-describedby={`${id}-error`}>
      <legend>{label}</legend>
      <div
        className={classes.thumbnail}
        style={{ background: neutrals[ground].surface, color: neutrals[ground].quiet }}
      >
        {address ? <img src={address} alt={label} /> : <span>{texts.none}</span>}
      </div>
      <div className={classes.logoSide}>
        <p className={classes.help}>{help}</p>
        <div className={classes.logoActions}>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={texts.of(value ? texts.replace : texts.upload, label)}
            loading={upload.isPending}
            onClick={() => input.current?.click()}
          >
            {value ? texts.replace : texts.upload}
          </Button>
          {value && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={texts.of(texts.remove, label)}
              onClick={() => put(null)}
            >
              {texts.remove}
            </Button>
          )}
        </div>
        <p role="alert" id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={logoTypes}
        aria-label={texts.of(texts.upload, label)}
        onChange={choose}
      />
    </fieldset>
  );
}
