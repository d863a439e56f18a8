import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { type BrowserContext, test as base, type Page } from '@playwright/test';

const ofTheRun = () => process.env.KEYTURN_PORT ?? '';

/** Users of a company, with the names used in the whole project. */
export type Person =
  | 'Avery Stone'
  | 'Priya Nguyen'
  | 'Marcus Bell'
  | 'Noah Brooks'
  | 'Paul Okafor'
  | 'Jamie Lin'
  | 'Lena Fischer'
  | 'Omar Haddad'
  | 'Beth Sullivan'
  | 'Tom Reyes'
  | 'Victor Adeyemi'
  | 'Grace Whitfield'
  | 'Dana Price'
  | 'Mei Tanaka'
  | 'Ivy Chen'
  | 'Hugo Lindqvist'
  | 'Ines Duarte'
  | 'Frank Delgado'
  | 'Eleanor Hart'
  | 'Nina Kowalski'
  | 'Erin Walsh'
  | 'Boris Adler';

export type Company = {
  slug: string;
  /** Origin of the company. Its branding, identity provider and tokens belong to it. */
  origin: string;
  email: (person: Person) => string;
  /** Signs a user in and opens the company's first page. */
  signIn: (page: Page, person: Person) => Promise<void>;
};

/** Options of a new company: whether it has an owner, and how it is billed. */
type Asked = {
  owner?: boolean;
  billing?: { enabled?: boolean; payer: string; planId?: string; period?: string; state: string; days?: number };
};

/** Creates a company for a test, on the server of the run or on another one. */
export async function companyWith(name: string, asked: Asked, port: number | string = ofTheRun()): Promise<Company> {
  const slug = `${name}-${randomBytes(3).toString('hex')}`;
  const answer = await fetch(`http://127.0.0.1:${port}/api/demo/companies`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, ...asked }),
  });
  if (!answer.ok) throw new Error(`no company ${slug}: ${answer.status} ${await answer.text()}`);
  return companyAt(slug, port);
}

/** An existing company, such as one of the demo data. */
export function companyAt(slug: string, port: number | string = ofTheRun()): Company {
  const origin = `http://${slug}.localhost:${port}`;
  const email = (person: Person) => `${person.toLowerCase().replace(' ', '.')}@${slug}.example`;
  return { slug, origin, email, signIn: (page, person) => signIn(page, origin, email(person)) };
}

/** Opens an empty page of the origin, which gives access to its storage. */
export async function goToEmptyPage(page: Page, origin: string): Promise<void> {
  const address = `${origin}/empty`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(address);
  await page.unroute(address);
}

/** Stores a sign-in in the browser, in the format of `oidc-client-ts`. */
export async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await goToEmptyPage(page, origin);
  await page.evaluate(
    async ([address, issuer]) => {
      const answer = await fetch('/api/auth/programmatic-login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: address }),
      });
      if (!answer.ok) throw new Error(`no sign-in for ${address}: ${answer.status}`);
      const tokens = await answer.json();
      const claims = JSON.parse(atob(tokens.id_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
      const user = { ...tokens, profile: claims, expires_at: Math.floor(Date.now() / 1000) + tokens.expires_in };
      localStorage.setItem(`oidc.user:${issuer}:keyturn-web`, JSON.stringify(user));
    },
    [email, `${origin}/oidc`],
  );
}

const companies = new Map<string, Promise<Company>>();

/** Each spec file has its own company, created when its first test starts. */
export const test = base.extend<{ company: Company }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  company: async ({}, use, info) => {
    const name = basename(info.file).replace(/(\.spec)?\.ts$/, '');
    if (!companies.has(name)) companies.set(name, companyWith(name, {}));
    const company = companies.get(name);
    if (!company) throw new Error('a company was just made');
    await use(await company);
  },
});

/** A separate browser context without shared state. */
export async function anotherBrowser(context: BrowserContext): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error('the context belongs to no browser');
  const other = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  return other.newPage();
}

export { expect } from '@playwright/test';
