import type { Page } from '@playwright/test';

export type LoanOrder = {
  firstName: string;
  lastName: string;
  email?: string;
  phone?: string | null;
  purpose?: 'Purchase' | 'Refinance';
  state?: string | null;
};

/** Calls the API as the signed-in user, to prepare data for a test. */
export function call(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  /** Version of the record, for If-Match. */
  version?: number,
): Promise<{ status: number; json: never }> {
  return page.evaluate(
    async ([verb, address, payload, seen]) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
      const { id_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const answer = await fetch(address as string, {
        method: verb as string,
        headers: {
          Authorization: `Bearer ${id_token}`,
          'Content-Type': 'application/json',
          // Adding files to a batch refuses the header.
          ...((address as string).endsWith('/items') ? {} : { 'Idempotency-Key': crypto.randomUUID() }),
          ...(seen === undefined ? {} : { 'If-Match': String(seen) }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      });
      return { status: answer.status, json: (await answer.json().catch(() => null)) as never };
    },
    [method, path, body, version] as const,
  );
}

type Me = { activeUser: { id: number; WizeOrgUnitId: number; WizeUserOrgUnitId: number } };

const known = new WeakMap<Page, { signIn: string; me: Me }>();

/** The signed-in user of a page. Requested once per sign-in. */
async function meOn(page: Page): Promise<Me> {
  const signIn = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    return location.origin + (localStorage.getItem(key) ?? '');
  });
  const before = known.get(page);
  if (before?.signIn === signIn) return before.me;
  const me = (await call(page, 'GET', '/api/users/me')).json as Me;
  known.set(page, { signIn, me });
  return me;
}

/** Creates a loan by hand, with the signed-in user as its officer. */
export async function createLoan(page: Page, order: LoanOrder): Promise<{ id: number; loanNumber: string }> {
  const me = await meOn(page);
  const { status, json } = await call(page, 'POST', '/api/loans', {
    PrimaryBorrower: {
      firstName: order.firstName,
      lastName: order.lastName,
      email: order.email ?? `${order.firstName}.${order.lastName}@example.com`.toLowerCase(),
      phone: order.phone ?? null,
    },
    isProspect: false,
    inviteBorrower: false,
    validate: false,
    fileVersion: 'URLA_2021',
    LoanPurposeType: order.purpose ?? 'Purchase',
    StateCode: order.state ?? null,
    PropertyUsageType: 'PrimaryResidence',
    LoanOfficerId: me.activeUser.WizeUserOrgUnitId,
    otherUsers: { loanAssistant: null, WizeUsers: [], ProcessorUser: null, ProcessorOrgUnitId: null },
  });
  if (status !== 201) throw new Error(`no loan: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** Creates a loan whose application was received on a given day. */
export async function receivedLoan(page: Page, on: string): Promise<number> {
  const { id } = await createLoan(page, { firstName: 'Maya', lastName: 'Ortiz', state: 'CA' });
  const path = `/api/loans/${id}/application`;
  const { application } = (await call(page, 'GET', path)).json as { application: { borrowers: { id: string }[] } };
  const borrower = `borrowers/${application.borrowers[0]?.id}`;
  const income = '018f0000-0000-7000-8000-00000000000a';
  const changes = {
    'loan/baseAmount': '300000.00',
    'property/purchasePrice': '400000.00',
    'property/address/line': '12 Harbor Road',
    'property/address/city': 'Oakland',
    'property/address/postalCode': '94607',
    [`${borrower}/incomes/${income}`]: { id: income, kind: 'Base', monthlyAmount: '9000.00' },
    [`${borrower}/taxpayerIdentifier`]: '219-09-1234',
    'loan/applicationReceivedOn': on,
  };
  const edits = Object.entries(changes).map(([field, to]) => ({ path: field, from: null, to }));
  await call(page, 'PATCH', path, edits);
  return id;
}

/** Creates a lead owned by the signed-in user. `LeadReferral` is its source. */
export async function createLead(
  page: Page,
  who: { firstName: string; lastName: string; email?: string; cellPhone?: string },
  LeadReferral: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const me = await meOn(page);
  const { status, json } = await call(page, 'POST', '/api/leads', {
    LeadScenario: { loanPurpose: 'Purchase' },
    LeadContacts: [{ email: `${who.firstName}.${who.lastName}@example.com`.toLowerCase(), ...who, isPrimary: true }],
    LeadReferral,
    LeadUsers: [{ WizeUserId: me.activeUser.id, WizeOrgUnitId: me.activeUser.WizeOrgUnitId, isPrimary: true }],
  });
  if (status !== 201) throw new Error(`no lead: ${status} ${JSON.stringify(json)}`);
  return json;
}
