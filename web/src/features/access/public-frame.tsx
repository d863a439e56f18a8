import type { ReactNode } from 'react';
import { BrandMark } from '@/shared/brand/brand-mark';
import { RightsLine } from '@/shared/brand/rights-line';
import { useBrand } from '@/shared/brand/theme-record';
import classes from './public-frame.module.css';

type Props = {
  children: ReactNode;
  /** A second card. */
  aside?: ReactNode;
  /** A second logo, beside the organization's own. */
  logo?: ReactNode;
  /** Below the card. */
  below?: ReactNode;
};

/** The frame of all pages without sign-in: logo, one card, the copyright line. */
export function PublicFrame({ children, aside, logo, below }: Props) {
  const { loginTitle } = useBrand();
  return (
    <div className={classes.frame}>
      <div className={classes.middle} data-wide={aside ? true : undefined}>
        <header className={classes.brand}>
          <BrandMark title={loginTitle} size={32} />
          {logo}
        </header>
        <main className={classes.card}>{children}</main>
        {aside}
        {below && <aside className={classes.below}>{below}</aside>}
      </div>
      <footer className={classes.footer}>
        <RightsLine />
      </footer>
    </div>
  );
}
