import type { Permissions } from '@/api/types';
import { opensPage } from '@/shared/session/pages';

export type Arrival = {
  /** The page that was open. */
  pathname: string;
  /** The type of the chosen branch. */
  unitType: string;
  /** Which pages the roles in that branch may open. */
  routes: Permissions['routes'];
};

export type Outcome = { to: '/app' | '/app/leads' | '/app/borrowers' } | 'reload';

/** Last path segments of pages about the company, which don't apply to a branch. */
const ofCompany = ['billing', 'org-config', 'subscription', 'lender-integration', 'api-integration', 'branches'];
const reports = ['call-reports', 'pipeline-reports', 'revenue-reports', 'state-reports'];

const root: Outcome = { to: '/app' };

/**
 * The page to open after switching the branch or the role. The open page may show a record of the previous branch, so
 * only lists stay open, if the new role may open them.
 */
export function afterSwitch({ pathname, unitType, routes }: Arrival): Outcome {
  const [area = '', ...below] = pathname
    .replace(/^\/app\/?/, '')
    .split('/')
    .filter(Boolean);
  const isNested = below.length > 0;
  if (isNested && (area === 'leads' || area === 'borrowers')) {
    const list = `/app/${area}` as const;
    return opensPage(routes, list) ? { to: list } : root;
  }
  if (isNested) return root;
  if (unitType === 'BRANCH' && ofCompany.includes(area)) return root;
  if (reports.includes(area)) return root;
  return opensPage(routes, pathname) ? 'reload' : root;
}
