import { expect, it } from 'vitest';
import type { Permissions } from '@/api/types';
import { visibleItems } from './nav';

const everything = { routes: {}, permissions: [], reach: 'COMPANY' } as unknown as Permissions;
const labels = (tabs = {}) => visibleItems(everything, tabs).map(({ label }) => label);
const pricing = ['Pricing', 'Quotes', 'Rate Alerts'];

it('tab settings hide an area and order the others; items of an area stay together (SHELL-36)', () => {
  const shown = labels({
    dashboard: { visible: true, order: 4 },
    loans: { visible: true, order: 2 },
    leads: { visible: false, order: 1 },
    pricing: { visible: true, order: 3 },
  });
  expect(shown.slice(0, 5)).toEqual(['Loans', ...pricing, 'Dashboard']);
  expect(shown).not.toContain('Leads');
  expect(shown).toContain('Tasks');
});

it('empty tab settings are the default items in their own order (SHELL-37)', () => {
  expect(labels({}).slice(0, 3)).toEqual(['Dashboard', 'Loans', 'Leads']);
  expect(labels({})).toEqual(labels());
});
