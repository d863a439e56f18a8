import { expect, test, vi } from 'vitest';
import { proposedFollowUp } from './follow-up';

test('an unanswered call is followed up tomorrow @LEADPAGE-07', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 16) });
  expect(proposedFollowUp('NoAnswer')).toBe('2026-12-01');
  expect(proposedFollowUp('Reached')).toBeNull();
  expect(proposedFollowUp(undefined)).toBeNull();
  vi.useRealTimers();
});
