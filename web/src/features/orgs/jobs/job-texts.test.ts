import { describe, expect, it } from 'vitest';
import { countOrNone, kindName, totalOf, waitOf } from './job-texts';
import type { JobKind } from './jobs';

const kind = (change: Partial<JobKind>): JobKind => ({
  kind: 'send-mail',
  waiting: 0,
  running: 0,
  later: 0,
  retrying: 0,
  failed: 0,
  oldestDueAt: null,
  lastAt: null,
  ...change,
});

describe('the queue', () => {
  it('is summed up over all kinds, with the longest wait', () => {
    const kinds = [
      kind({ waiting: 2, running: 1, oldestDueAt: '2026-11-22T10:05:00Z' }),
      kind({ waiting: 3, retrying: 4, failed: 1, oldestDueAt: '2026-11-22T10:00:00Z' }),
      kind({ later: 9 }),
    ];
    expect(totalOf(kinds)).toEqual({
      waiting: 5,
      running: 1,
      later: 9,
      failed: 5,
      oldestDueAt: '2026-11-22T10:00:00Z',
    });
    expect(totalOf([]).oldestDueAt).toBeUndefined();
  });

  it('shows waiting time in the largest whole unit', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    expect(waitOf('2026-11-22T11:59:59Z', now)).toBe('1 second');
    expect(waitOf('2026-11-22T11:59:01Z', now)).toBe('59 seconds');
    expect(waitOf('2026-11-22T11:59:00Z', now)).toBe('1 minute');
    expect(waitOf('2026-11-22T09:30:00Z', now)).toBe('2 hours');
    expect(waitOf('2026-11-20T11:00:00Z', now)).toBe('2 days');
    expect(waitOf('2026-11-22T12:00:05Z', now)).toBe('0 seconds');
  });

  it('shows readable names of kinds and hides zeros', () => {
    expect(kindName('send-mail')).toBe('Send mail');
    expect([countOrNone(0), countOrNone(1200)]).toEqual(['', '1,200']);
  });
});
