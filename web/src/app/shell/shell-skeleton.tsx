import { BrandMark } from '@/shared/brand/brand-mark';
import { useBrand } from '@/shared/brand/theme-record';
import classes from './header.module.css';

/** The header while the user is loading. */
export function ShellSkeleton() {
  const { appTitle } = useBrand();
  return (
    <header className={classes.header} aria-busy="true">
      <BrandMark title={appTitle} />
    </header>
  );
}
