import { expect, it } from 'vitest';
import { issueGroups } from './issue-groups';

it('each message appears once, with all its locations', () => {
  const issue = (reason: string, place: string) => ({ reason, place, field: 'Amount' });
  const issues = [issue('No amount', 'line 3'), issue('No such state', 'line 4'), issue('No amount', 'line 9')];
  expect(issueGroups(issues)).toEqual([
    { reason: 'No amount', places: [issues[0], issues[2]] },
    { reason: 'No such state', places: [issues[1]] },
  ]);
});
