import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { defaultTitle } from '@/shared/brand/theme-record';
import { parseHex } from '@/shared/theme/color';
import { defaultBrandColor } from '@/shared/theme/tokens';
import { Panel } from '@/shared/ui/panel';
import type { BrandingCalls } from './branding';
import { drawnColor, type LookForm } from './branding-form';
import classes from './branding-page.module.css';
import { LogoField } from './logo-field';
import { texts } from './texts';

type TextName =
  | 'appTitle'
  | 'loginTitle'
  | 'themeColor'
  | 'themeName'
  | 'assetPath'
  | 'remoteAssetPath'
  | 'losRemoteAssetPath';

/** Shows help below the field. */
const below = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
};

function useField() {
  const { register, formState } = useFormContext<LookForm>();
  return (name: TextName) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    autoComplete: 'off',
  });
}

/** Titles of the app. */
export function TitlesPanel({ companyName }: { companyName: string }) {
  const field = useField();
  return (
    <Panel title={texts.titles}>
      <div className={classes.fields}>
        <TextInput
          label={texts.appTitle}
          description={texts.appTitleHelp}
          placeholder={defaultTitle}
          {...below}
          {...field('appTitle')}
        />
        <TextInput
          label={texts.loginTitle}
          description={texts.loginTitleHelp}
          placeholder={companyName}
          {...below}
          {...field('loginTitle')}
        />
      </div>
    </Panel>
  );
}

/** The company's color, and how it is adjusted for contrast. */
export function ColorPanel() {
  const field = useField();
  const { watch, setValue } = useFormContext<LookForm>();
  const color = watch('themeColor');
  const adjusted = (['light', 'dark'] as const).filter((scheme) => !drawnColor(color, scheme).isExact);
  return (
    <Panel title={texts.color} text={texts.colorText}>
      <div className={classes.color}>
        <input
          type="color"
          className={classes.swatch}
          aria-label={texts.pickColor}
          value={parseHex(color) ?? defaultBrandColor}
          onChange={(event) =>
            setValue('themeColor', event.currentTarget.value, { shouldDirty: true, shouldValidate: true })
          }
        />
        <TextInput
          label={texts.themeColor}
          placeholder={defaultBrandColor}
          spellCheck={false}
          {...field('themeColor')}
        />
        <p role="status" className={classes.note}>
          {parseHex(color) !== null &&
            (adjusted.length === 0
              ? texts.exact
              : texts.adjusted(adjusted.length === 2 ? texts.both : texts[adjusted[0] ?? 'light']))}
        </p>
      </div>
    </Panel>
  );
}

export function LogosPanel({ branding }: { branding: BrandingCalls }) {
  return (
    <Panel title={texts.logos} text={texts.logosText}>
      <div className={classes.logos}>
        <LogoField branding={branding} name="logo" label={texts.logo} help={texts.logoHelp} ground="light" />
        <LogoField
          branding={branding}
          name="lightLogoUrl"
          label={texts.lightLogo}
          help={texts.lightLogoHelp}
          ground="dark"
        />
        <LogoField
          branding={branding}
          name="complianceLogo"
          label={texts.complianceLogo}
          help={texts.complianceLogoHelp}
          ground="light"
        />
      </div>
    </Panel>
  );
}

/** The asset paths. Only the provider can edit them. */
export function FilesPanel() {
  const field = useField();
  const { register } = useFormContext<LookForm>();
  return (
    <Panel title={texts.files} text={texts.filesText}>
      <div className={classes.fields}>
        <TextInput label={texts.themeName} {...field('themeName')} />
        <TextInput label={texts.assetPath} {...field('assetPath')} />
        <TextInput
          label={texts.remoteAssetPath}
          placeholder="https://files.example.com"
          {...field('remoteAssetPath')}
        />
        <TextInput
          label={texts.losRemoteAssetPath}
          placeholder="https://files.example.com"
          {...field('losRemoteAssetPath')}
        />
        <Checkbox className={classes.whole} label={texts.oldRealtorUrl} {...register('isRealtorPortalOldUrl')} />
      </div>
    </Panel>
  );
}
