import { describe, expect, it } from 'vitest';
import { type Arrival, afterSwitch } from './after-switch';

const open = { '/app/leads': true, '/app/borrowers': true, '/app/settings': true, '/app/settings/billing': true };
const outcome = (pathname: string, arrival: Partial<Arrival> = {}) =>
  afterSwitch({ pathname, unitType: 'BROKER', routes: open, ...arrival });
const root = { to: '/app' };

describe('after a switch', () => {
  it('a loan page leads to the start page', () => {
    expect(outcome('/app/loans/5/loan-info')).toEqual(root);
    expect(outcome('/app/loans/5')).toEqual(root);
  });

  it('a page about the company leads to the start page in a branch', () => {
    for (const page of ['billing', 'org-config', 'subscription', 'lender-integration', 'api-integration', 'branches']) {
      expect(outcome(`/app/settings/${page}`, { unitType: 'BRANCH' }), page).toEqual(root);
      expect(outcome(`/app/${page}`, { unitType: 'BRANCH' }), page).toEqual(root);
      expect(outcome(`/app/${page}`), page).toBe('reload');
    }
  });

  it('nested pages lead to the start page', () => {
    expect(outcome('/app/settings/users/7')).toEqual(root);
    expect(outcome('/app/settings/users')).toEqual(root);
  });

  it('a lead or a borrower leads to its list, before any other rule', () => {
    expect(outcome('/app/leads/9')).toEqual({ to: '/app/leads' });
    expect(outcome('/app/leads/9/notes', { unitType: 'BRANCH' })).toEqual({ to: '/app/leads' });
    expect(outcome('/app/borrowers/9')).toEqual({ to: '/app/borrowers' });
    expect(outcome('/app/leads/9', { routes: { '/app/leads': false } })).toEqual(root);
  });

  it('a list stays open if the new role may open it', () => {
    expect(outcome('/app/leads')).toBe('reload');
    expect(outcome('/app/loans')).toBe('reload');
    expect(outcome('/app/leads', { routes: { '/app/leads': false } })).toEqual(root);
    expect(outcome('/app/revenue-reports', { routes: { '/app/revenue-reports': false } })).toEqual(root);
  });

  it('company settings lead to the start page if the role has none', () => {
    const settings = { '/app/settings': true, '/app/settings/org-config': false };
    for (const unitType of ['BRANCH', 'BROKER']) {
      expect(outcome('/app/settings/org-config', { unitType, routes: settings })).toEqual(root);
    }
    expect(outcome('/app/settings', { routes: { '/app/settings': false } })).toEqual(root);
  });

  it('user settings lead to the start page', () => {
    expect(outcome('/app/user/edit')).toEqual(root);
    for (const page of ['licenses', 'pricing-defaults', 'borrower-portal']) {
      expect(outcome(`/app/user/edit/${page}`), page).toEqual(root);
    }
  });

  it('reports lead to the start page, even if the role may open them', () => {
    for (const page of ['call-reports', 'pipeline-reports', 'revenue-reports', 'state-reports']) {
      expect(outcome(`/app/${page}`, { routes: { [`/app/${page}`]: true } }), page).toEqual(root);
    }
  });
});
