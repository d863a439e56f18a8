import { useMatches } from '@tanstack/react-router';

export type Crumb = { label: string; path: string };

type Named = {
  pathname: string;
  staticData: { breadcrumb?: string; isBreadcrumbHidden?: boolean };
  loaderData?: unknown;
};

/** A route declares the page's name. For a record's page, the loader returns it. */
const labelOf = ({ staticData, loaderData }: Named): string | undefined =>
  staticData.breadcrumb ?? (loaderData as { breadcrumb?: string } | undefined)?.breadcrumb;

/** The breadcrumb and the name of a page. A page whose breadcrumb is hidden has only a name. */
export function trailOf(matches: readonly Named[]): { crumbs: Crumb[]; title: string } {
  const named = matches.flatMap((match) => {
    const label = labelOf(match);
    return label ? [{ label, path: match.pathname, isHidden: match.staticData.isBreadcrumbHidden === true }] : [];
  });
  const last = named.at(-1);
  const crumbs = last?.isHidden ? [] : named.map(({ label, path }) => ({ label, path }));
  return { crumbs, title: last?.label ?? '' };
}

/** The number of entries that fit. */
export const crumbLimit = (isPhone: boolean): number => (isPhone ? 1 : 10);

/**
 * The end of the breadcrumb. With space for one entry only, that entry is the link back, because the header names the
 * page.
 */
export function shownCrumbs(crumbs: readonly Crumb[], isPhone: boolean): readonly Crumb[] {
  if (isPhone && crumbs.length > 1) return crumbs.slice(-2, -1);
  return crumbs.slice(-crumbLimit(isPhone));
}

export const useTrail = (): { crumbs: Crumb[]; title: string } =>
  useMatches({ select: (matches) => trailOf(matches as readonly Named[]), structuralSharing: true });
