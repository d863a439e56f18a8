import type { Permissions } from '@/api/types';
import type { Payer } from './upgrade-rule';

const billingPages = ['/app/settings/billing', '/app/user/edit/billing'];

const isBilling = (pathname: string) => billingPages.some((page) => pathname.startsWith(page));

/**
 * The page to open after an upgrade on a billing page: the user's own API keys if they pay for themselves, else the
 * company's. A user who may not create keys goes to the loans. Null on any other page.
 */
export function afterUpgrade(pathname: string, payer: Payer, routes: Permissions['routes']) {
  if (!isBilling(pathname)) return null;
  const keys = payer === 'SELF' ? '/app/user/edit/api-integration' : '/app/settings/api-integration';
  return routes[keys] ? keys : '/app/loans';
}
