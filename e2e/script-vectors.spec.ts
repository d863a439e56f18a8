import type { Page } from '@playwright/test';
import { expect, test } from './support/company.ts';
import { watchPolicy } from './support/policy.ts';
import { scriptVectors } from './support/script-vectors.ts';

type Call = { method: string; path: string; body: unknown };

/** Sends calls as the signed-in user, several at a time. Returns their ids in the order of the calls. */
const sendAll = (page: Page, calls: Call[]): Promise<number[]> =>
  page.evaluate(async (given) => {
    const waiting = given.map((call, at) => ({ ...call, at }));
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const { id_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const ids: number[] = [];
    const send = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const headers = { Authorization: `Bearer ${id_token}`, 'Content-Type': 'application/json' };
        const answer = await fetch(next.path, { method: next.method, headers, body: JSON.stringify(next.body) });
        if (answer.status >= 300) throw new Error(`${next.path}: ${answer.status} ${await answer.text()}`);
        ids[next.at] = (await answer.json()).id;
      }
    };
    await Promise.all([send(), send(), send(), send()]);
    return ids;
  }, calls);

const pairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  Array.from({ length: Math.ceil(items.length / 2) }, (_, at) => [
    items[2 * at] as Item,
    (items[2 * at + 1] ?? items[0]) as Item,
  ]);

test('no stored script runs, wherever a note or a name is shown', async ({ page, company }) => {
  test.setTimeout(180_000);
  expect(new Set(scriptVectors).size).toBe(300);
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(company.origin) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  const violations = await watchPolicy(page);
  await company.signIn(page, 'Grace Whitfield');
  const me = await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const { id_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const get = async (path: string) => {
      const answer = await fetch(path, { headers: { Authorization: `Bearer ${id_token}` } });
      return answer.json();
    };
    const { id, WizeOrgUnitId } = (await get('/api/users/me')).activeUser as { id: number; WizeOrgUnitId: number };
    return { id, WizeOrgUnitId, category: (await get('/api/contact-categories'))[0].id as number };
  });
  const owner = { WizeUserId: me.id, WizeOrgUnitId: me.WizeOrgUnitId, isPrimary: true };
  const named = pairs(scriptVectors.map((vector) => vector.slice(0, 100)));
  // Pairs share an address, so that they are listed under Duplicates too.
  const email = (at: number) => `vector.${at >> 1}@example.com`;
  const lead = ([firstName, lastName]: [string, string], at: number, notes: string[]) => ({
    LeadScenario: { loanPurpose: 'Purchase' },
    LeadContacts: [{ firstName, lastName, email: email(at), isPrimary: true }],
    LeadUsers: [owner],
    Notes: notes.map((text) => ({ text, type: 'NOTE' })),
  });
  const leads = await sendAll(
    page,
    named.map((name, at) => ({
      method: 'POST',
      path: '/api/leads',
      body: lead(name, at, at < 15 ? scriptVectors.slice(at * 20, at * 20 + 20) : []),
    })),
  );
  const borrowers = await sendAll(
    page,
    named.map(([FirstName, LastName], at) => ({
      method: 'POST',
      path: '/api/borrowers',
      body: { FirstName, LastName, Email: email(at) },
    })),
  );
  const employers = await sendAll(
    page,
    scriptVectors.map((vector) => ({
      method: 'POST',
      path: '/api/business-contact-companies',
      body: { name: vector.slice(0, 100) },
    })),
  );
  const contacts = await sendAll(
    page,
    named.map(([firstName, lastName], at) => ({
      method: 'POST',
      path: '/api/business-contacts',
      body: { firstName, lastName, email: email(at), category: me.category, BusinessContactCompanyId: employers[at] },
    })),
  );

  const look = async (path: string, isThere: string) => {
    await page.goto(`${company.origin}${path}`);
    await expect(page.getByText(isThere).first(), path).toBeAttached();
    await page.waitForLoadState('networkidle');
    // Triggers handlers that need a click or a key.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
  };
  const pages = async (path: string, text: string, count: number) => {
    await look(path, text);
    for (let at = 1; at < count; at += 1) {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => 'ran' in window), `${path} ${at}`).toBe(false);
    }
  };
  await pages('/app/leads', 'onload', 6);
  await look('/app/leads?view=board', 'onload');
  for (const id of leads.slice(0, 15)) await look(`/app/leads/${id}`, 'Timeline');
  await pages('/app/borrowers', 'onload', 6);
  await look('/app/borrowers?string=window', 'window.ran');
  await look(`/app/borrowers/${borrowers[0]}`, 'onload');
  await look(`/app/borrowers/merge?ids=${borrowers.slice(0, 5).join(',')}`, 'onload');
  await look('/app/borrowers/duplicates', 'Duplicates');
  await pages('/app/contacts', 'onload', 6);
  await look(`/app/contacts/${contacts[0]}`, 'onload');
  expect(ran).toEqual([]);
  expect(foreign).toEqual([]);
  expect(violations()).toEqual([]);
});
