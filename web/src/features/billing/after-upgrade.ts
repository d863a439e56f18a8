import type { Permissions } from '@/api/types';
import type { Payer } from './upgrade-rule';

const billingPages = ['/app/settings/billing', '/app/user/edit/billing'];

const isBilling = (pathname: string) => billingPages.some((page) => pathname.startsWith(page));

/**
 * Where an upgrade leads: away from billing to what has become possible, which is one's own keys where one pays alone and
 * the company's where it pays. Elsewhere one stays, and so does who may not make keys: to the loans, where that is billing.
 */
export function afterUpgrade(pathname: string, payer: Payer, routes: Permissions['routes']) {
  if (!isBilling(pathname)) return null;
  const keys = payer === 'SELF' ? '/app/user/edit/api-integration' : '/app/settings/api-integration';
  return routes[keys] ? keys : '/app/loans';
}
