import { type CSSProperties, useDeferredValue } from 'react';
import { useFormContext } from 'react-hook-form';
import { brandOf, defaultTitle } from '@/shared/brand/theme-record';
import { cssTokens, type Scheme } from '@/shared/theme/tokens';
import { drawnColor, type LookForm, pictureAddress } from './branding-form';
import classes from './branding-preview.module.css';
import { texts } from './texts';

/** Previews the form's values in both color schemes. */
export function BrandingPreview({ companyName }: { companyName: string }) {
  const { watch } = useFormContext<LookForm>();
  const form = useDeferredValue(watch());
  return (
    <aside className={classes.preview} aria-label={texts.preview}>
      <h2>{texts.preview}</h2>
      {(['light', 'dark'] as const).map((scheme) => (
        <Sample key={scheme} scheme={scheme} form={form} companyName={companyName} />
      ))}
    </aside>
  );
}

type SampleProps = { scheme: Scheme; form: LookForm; companyName: string };

/** A sample of the header and the sign-in page, rendered with the app's own tokens. */
function Sample({ scheme, form, companyName }: SampleProps) {
  const product = brandOf(null);
  const onLight = pictureAddress(form.logo, form) ?? product.logoUrl;
  const logo = scheme === 'dark' ? (pictureAddress(form.lightLogoUrl, form) ?? onLight) : onLight;
  const compliance = pictureAddress(form.complianceLogo, form);
  const { color, isExact } = drawnColor(form.themeColor, scheme);
  const tokens = cssTokens(form.themeColor, scheme);
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.name}>
        {texts.previewOf[scheme]}
        {!isExact && <span>{texts.adjustedTo(color)}</span>}
      </figcaption>
      {/* Only a picture of the app: its controls don't work. */}
      <div className={classes.window} inert style={{ ...tokens, colorScheme: scheme } as CSSProperties}>
        <div className={classes.header}>
          <img src={logo} alt="" />
          <strong>{form.appTitle.trim() || defaultTitle}</strong>
          <span className={classes.selected}>{texts.selected}</span>
          <span>{texts.other}</span>
        </div>
        <div className={classes.brand}>
          <img src={logo} alt="" />
          <strong>{form.loginTitle.trim() || companyName}</strong>
        </div>
        <div className={classes.card}>
          <span className={classes.input}>{texts.email}</span>
          <span className={classes.button}>{texts.signIn}</span>
          <span className={classes.link}>{texts.link}</span>
        </div>
        <div className={classes.footer}>
          {compliance && <img src={compliance} alt="" />}
          <span>
            © {new Date().getFullYear()} {companyName}
          </span>
        </div>
      </div>
    </figure>
  );
}
