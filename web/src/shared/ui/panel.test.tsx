import { MantineProvider } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { Loaded } from './panel';

function refused(code: string, message: string): void {
  const error = new ApiError(403, { code, message }, '/api/borrowers');
  render(
    <MantineProvider>
      <Loaded query={{ error } as unknown as UseQueryResult<string>}>{(data) => data}</Loaded>
    </MantineProvider>,
  );
}

it('a user without permission is told whom to ask, without a retry button', () => {
  refused('LWPERM10001', 'You do not have access to this.');
  expect(screen.getByRole('heading').textContent).toBe('No access');
  screen.getByText('Your role does not include this. Ask a company admin if you need it.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('any other error shows the server’s message', () => {
  refused('LWPERM10002', 'You can’t do this while you act on behalf of another user.');
  screen.getByText('You can’t do this while you act on behalf of another user.');
  expect(screen.queryByText(/Ask a company admin/)).toBeNull();
});
