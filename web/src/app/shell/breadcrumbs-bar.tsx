import { Link } from '@tanstack/react-router';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { shownCrumbs, useTrail } from './breadcrumbs';
import classes from './breadcrumbs-bar.module.css';

/** The breadcrumb of the page, if it has one. */
export function Breadcrumbs() {
  const isPhone = useIsPhone();
  const { crumbs } = useTrail();
  const shown = shownCrumbs(crumbs, isPhone);
  const page = crumbs.at(-1)?.path;
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <ol>
        {shown.map(({ label, path }) => (
          <li key={path}>
            {path === page ? <span aria-current="page">{label}</span> : <Link to={path}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
