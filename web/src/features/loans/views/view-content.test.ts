import { expect, it } from 'vitest';
import { loanSearch } from '../list/loan-search';
import { addressOf, builtIn, contentOf, isChanged } from './view-content';

it('a view stores filters, columns, sorting, grouping and layout, but neither page nor text', () => {
  const filter = JSON.stringify({ match: 'all', conditions: [{ field: 'state', operator: 'is', values: ['CA'] }] });
  const content = contentOf({
    filter,
    stage: '3',
    columns: 'a.b',
    orderBy: 'amount',
    sort: 'ASC',
    view: 'board',
    string: 'x',
    after: 'k',
    saved: '7',
  });
  expect(content).toEqual({
    filter,
    stage: '3',
    columns: 'a.b',
    orderBy: 'amount',
    sort: 'ASC',
    view: 'board',
    grouping: 'stage',
  });
  expect(addressOf({ id: '9', content })).toMatchObject({ filter, stage: '3', saved: '9', view: 'board' });
});

it('an opened view is unchanged until its address changes', () => {
  for (const view of builtIn) {
    const opened = loanSearch(addressOf(view) as Record<string, unknown>);
    expect(isChanged(opened, view)).toBe(false);
    expect(isChanged({ ...opened, after: 'k', string: 'ortiz' }, view)).toBe(false);
    expect(isChanged({ ...opened, columns: 'number' }, view)).toBe(true);
  }
  expect(builtIn.map(({ name }) => name)).toEqual([
    'My active loans',
    'Closing this month',
    'Locks expiring',
    'Overdue deadlines',
    'Adverse',
    'Funded this quarter',
  ]);
});
