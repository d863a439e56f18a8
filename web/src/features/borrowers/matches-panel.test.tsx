import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MatchedBorrower } from '@/api/types';
import { MatchesPanel } from './matches-panel';

const match = (more: Partial<MatchedBorrower>): MatchedBorrower => ({
  FirstName: 'Maya',
  LastName: 'Ortiz',
  Suffix: null,
  Email: 'maya@ortiz.example',
  CellPhone: null,
  LoanId: 1042,
  Strength: 'Likely',
  Agreed: [],
  ...more,
});

test('only the chosen one of two borrowers of a loan is selected', () => {
  const maya = match({});
  const omar = match({ FirstName: 'Omar', Suffix: 'Jr', Email: 'omar@ortiz.example' });
  render(
    <MantineProvider>
      <MatchesPanel
        matches={{ rows: [maya, omar], others: [], outside: [] }}
        typed={null}
        selected={{ ...omar }}
        onToggle={() => {}}
      />
    </MantineProvider>,
  );
  const isPressed = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
  expect(isPressed(/^Maya Ortiz/)).toBe('false');
  expect(isPressed(/^Omar Ortiz Jr/)).toBe('true');
});
