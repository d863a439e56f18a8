import classes from './brand-mark.module.css';
import { useBrand } from './theme-record';

/** The organization's logo and title. The logo has no alternative text, because the title says the same. */
export function BrandMark({ title, size = 24 }: { title: string; size?: number }) {
  const { logoUrl, darkLogoUrl } = useBrand();
  return (
    <span className={classes.mark} style={{ fontSize: size > 24 ? 18 : 15 }}>
      <img className={classes.onLight} src={logoUrl} alt="" height={size} />
      <img className={classes.onDark} src={darkLogoUrl} alt="" height={size} />
      <span className={classes.title}>{title}</span>
    </span>
  );
}
