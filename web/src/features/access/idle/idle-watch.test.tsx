import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meQuery } from '@/shared/session/me';
import { IdleWatch } from './idle-watch';

vi.mock('./idle-dialog', () => ({ default: ({ left }: { left: number }) => <p role="timer">{left}</p> }));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

it('IDLE-12, IDLE-13: the warning opens by the company’s timeout, not the installation’s', async () => {
  const queryClient = new QueryClient();
  const company = (sessionTimeoutSeconds: number) =>
    queryClient.setQueryData<unknown>(meQuery.queryKey, { sessionTimeoutSeconds });
  queryClient.setQueryData(['config'], { sessionTimeoutSeconds: 1800 });
  company(600);
  render(
    <QueryClientProvider client={queryClient}>
      <IdleWatch onLogout={() => {}} />
    </QueryClientProvider>,
  );
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  await pass(479);
  expect(screen.queryByRole('timer')).toBeNull();
  await pass(1);
  expect(screen.getByRole('timer').textContent).toBe('120');

  // An administrator raises the timeout, so the countdown restarts with more time.
  company(28_800);
  await pass(0);
  expect(screen.queryByRole('timer')).toBeNull();
  await pass(28_499);
  expect(screen.queryByRole('timer')).toBeNull();
  await pass(1);
  expect(screen.getByRole('timer').textContent).toBe('300');
});
