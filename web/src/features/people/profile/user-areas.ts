import type { User } from '@/api/types';
import type { FileRoutesByTo } from '@/routeTree.gen';
import { opensPage } from '@/shared/session/pages';
import type { AreaGroup } from '@/shared/ui/area-layout';
import { texts } from './texts';

/** A page of the user's own settings. */
export type UserArea = {
  label: string;
  to: Extract<keyof FileRoutesByTo, `/app/user/${string}`>;
  /** Limits the page to some users. */
  isFor?: (user: User) => boolean;
};

/** All pages of the user's own settings, in the order of the navigation. */
const userAreas: readonly UserArea[] = [
  { label: texts.profile, to: '/app/user/edit' },
  { label: texts.security, to: '/app/user/security' },
  { label: texts.notifications, to: '/app/user/edit/notifications' },
  { label: texts.licenses, to: '/app/user/edit/licenses' },
  { label: texts.portalLinks, to: '/app/user/edit/borrower-portal' },
  { label: texts.emailConnection, to: '/app/user/edit/email-config' },
  { label: texts.apiKeys, to: '/app/user/edit/api-integration' },
  { label: texts.billing, to: '/app/user/edit/billing', isFor: ({ LWLicensePayer }) => LWLicensePayer === 'SELF' },
];

/** The pages that a user has. */
export const areasOf = (user: User, routes: Record<string, boolean>): readonly UserArea[] =>
  userAreas.filter(({ to, isFor }) => opensPage(routes, to) && (!isFor || isFor(user)));

export const groupsOf = (areas: readonly UserArea[]): readonly AreaGroup[] => [{ label: texts.you, areas }];

/** The page of an address by longest prefix, if the user has it. */
export function userAreaAt(pathname: string, areas: readonly UserArea[]): UserArea | undefined {
  const page = userAreas
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .reduce<UserArea | undefined>(
      (found, area) => (found && found.to.length > area.to.length ? found : area),
      undefined,
    );
  return areas.find((area) => area === page);
}
