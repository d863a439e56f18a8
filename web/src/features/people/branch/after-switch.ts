import type { Permissions } from '@/api/types';
import { opensPage } from '../pages';

export type Arrival = {
  /** Where the page that was open lies. */
  pathname: string;
  /** The type of the branch that was chosen. */
  unitType: string;
  /** Which pages open to the roles there. */
  routes: Permissions['routes'];
};

export type Outcome = { to: '/app' | '/app/leads' | '/app/borrowers' } | 'reload';

/** Last segments of addresses that are about a company, and so have no place in a branch. */
const ofCompany = ['billing', 'org-config', 'subscription', 'lender-integration', 'api-integration', 'branches'];
const reports = ['call-reports', 'pipeline-reports', 'revenue-reports', 'state-reports'];

const root: Outcome = { to: '/app' };

/**
 * Where somebody goes after switching the branch or the role. What was open may belong to the branch that was left, so
 * only the lists stay, where they open to the new role.
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
