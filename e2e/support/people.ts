import type { Page } from '@playwright/test';
import type { Person } from './company.ts';
import { call } from './loans.ts';

type Me = { activeUser: { LinkedOrgs: { id: number; isHeadQuarter: boolean }[] } };
type Rows<Row> = { rows: Row[] };

/** Gives a user a membership in a branch, as the signed-in administrator. */
export async function giveRoles(page: Page, person: Person, branch: string, roles: string[]): Promise<void> {
  const me = (await call(page, 'GET', '/api/users/me')).json as Me;
  const company = me.activeUser.LinkedOrgs.find(({ isHeadQuarter }) => isHeadQuarter)?.id;
  const of = async <Row>(what: string) =>
    ((await call(page, 'GET', `/api/org-units/${company}/${what}`)).json as Rows<Row>).rows;
  const users = await of<{ id: number; name: string }>(`users?string=${encodeURIComponent(person)}`);
  const branches = await of<{ id: number; displayName: string }>('branches');
  const user = users.find(({ name }) => name === person)?.id;
  const unit = branches.find(({ displayName }) => displayName === branch)?.id;
  const given = await call(page, 'POST', `/api/users/${user}/user-org-units`, { WizeOrgUnitId: unit, roles });
  // 422 means that the membership already exists.
  if (given.status !== 201 && given.status !== 422) {
    throw new Error(`no place for ${person}: ${given.status} ${JSON.stringify(given.json)}`);
  }
}
