import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { signIn } from './company.ts';
import { call } from './loans.ts';

/** Every route of the generated route tree, so new pages are included automatically. */
export const routes: readonly string[] = routesOf(
  readFileSync(resolve(import.meta.dirname, '../../web/src/routeTree.gen.ts'), 'utf8'),
);

function routesOf(tree: string): string[] {
  const list = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? '';
  return [...list.matchAll(/^ {2}'([^']+)':/gm)].map(([, route]) => route as string);
}

/** Routes that only redirect, and their targets. */
export const passages: Readonly<Record<string, string>> = {
  '/': '/app/loans',
  '/app': '/app/loans',
  '/app/loans/$loanId': '/app/loans/$loanId/loan-info',
  '/app/settings': '/app/settings/org-config',
  '/app/user': '/app/user/edit',
  '/idp': '/requesterror',
};

/** Query strings that pages need to show their content. */
const asked: Readonly<Record<string, string>> = {
  '/app/borrowers/merge': '?ids=1001,1002',
  '/app/leads/merge': '?ids=$leadId,$otherLeadId',
  '/autherror': '?error_description=Denied',
  '/e-sign-callback': '?event=signing_complete&loanId=5',
  '/login/reset-mfa': '?email=avery.stone@harbor.example',
  '/oidc/error': '?error=invalid_scope',
  '/partner/rocket/auth/callback': '?code=x',
};

/** A demo user who can see all pages of an area. */
export type Visitor = { name: string; email: string | null; origin: string; sees: (route: string) => boolean };

const at = (host: string) => `http://${host}:${process.env.KEYTURN_PORT}`;
const isInside = (route: string) => /^\/(app|org)(\/|$)/.test(route) || route === '/';

const isOfAdmins = (route: string) => /^\/app\/(settings|loan-officers|(call|revenue|state)-reports)(\/|$)/.test(route);

export const visitors: readonly Visitor[] = [
  { name: 'a visitor', email: null, origin: 'harbor.localhost', sees: (route) => !isInside(route) },
  {
    name: 'Sam Rivera',
    email: 'sam.rivera@provider.example',
    origin: 'localhost',
    sees: (route) => /^\/org(\/|$)/.test(route),
  },
  {
    name: 'Eleanor Hart',
    email: 'eleanor.hart@harbor.example',
    origin: 'harbor.localhost',
    sees: (route) => isOfAdmins(route),
  },
  {
    name: 'Avery Stone',
    email: 'avery.stone@harbor.example',
    origin: 'harbor.localhost',
    sees: (route) => isInside(route) && !isOfAdmins(route) && !/^\/org(\/|$)/.test(route),
  },
];

type Rows = { rows?: { id: number }[] };

/** Signs a user in, and finds their records for the ids in URLs. */
export async function enter(page: Page, visitor: Visitor): Promise<(route: string) => string> {
  const origin = at(visitor.origin);
  if (!visitor.email) return (route) => origin + fill(route, {});
  await signIn(page, origin, visitor.email);
  const ids: Record<string, number> = {};
  const find = async (path: string, ...names: string[]) => {
    const { rows } = (await call(page, 'GET', path)).json as Rows;
    for (const [index, name] of names.entries()) ids[name] = rows?.[index]?.id ?? 0;
  };
  if (visitor.origin === 'localhost') {
    await find('/api/org-admin/org-units?string=harbor', 'companyId');
  } else {
    const me = (await call(page, 'GET', '/api/users/me')).json as {
      activeUser: { LinkedOrgs: { id: number; isHeadQuarter: boolean }[] };
    };
    const company = me.activeUser.LinkedOrgs.find(({ isHeadQuarter }) => isHeadQuarter)?.id;
    await find('/api/loans', 'loanId');
    await find('/api/leads', 'leadId', 'otherLeadId');
    await find('/api/borrowers', 'borrowerId');
    await find('/api/business-contacts', 'contactId');
    await find(`/api/org-units/${company}/branches`, 'branchId');
    await find(`/api/org-units/${company}/users`, 'userId');
  }
  return (route) => origin + fill(route, ids);
}

function fill(route: string, ids: Readonly<Record<string, number>>): string {
  const whole = route + (asked[route] ?? '');
  return whole.replace(/\$(\w*)/g, (_, name: string) => String(name ? (ids[name] ?? `no-${name}`) : 'nowhere'));
}

const underway = new WeakMap<Page, Set<unknown>>();

/** Counts pending requests from now on, so that `settled` knows when all have finished. */
export function watch(page: Page): void {
  const asked = new Set<unknown>();
  underway.set(page, asked);
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
}

/** Waits until the page has loaded and shows its data. */
export async function settled(page: Page): Promise<void> {
  const asked = underway.get(page);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect
    .poll(
      async () => {
        const shapes = await page.evaluate(async () => {
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          return document.querySelectorAll('[aria-busy="true"], [class*="Skeleton-root"]').length;
        });
        return shapes + (asked?.size ?? 0);
      },
      { intervals: [20, 50, 100] },
    )
    .toBe(0);
}

/** Navigates like a link within the app. */
export async function walkTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(address);
  await page.evaluate((to) => history.pushState({}, '', to), pathname + search);
  await expect(page).toHaveURL(address);
  await settled(page);
}
