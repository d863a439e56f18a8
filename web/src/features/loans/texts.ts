/** Words of the pipeline, in one place so that they can be translated. */
export const texts = {
  loans: 'Loans',
  filter: 'Filter by borrower or number',
  stage: 'Stage',
  allStages: 'All stages',
  sort: 'Sort',
  whose: 'Whose loans',
  reaches: { MINE: 'Mine', BRANCH: 'Branch', ALL: 'All' },
  emptyTitle: 'No loans yet',
  empty:
    'Every loan that you create, or import from a file, appears here with its stage, its dates and what is due next.',
  create: 'Create Loan',
  noMatchTitle: 'No loans match',
  noMatch: 'Nothing here fits the filter.',
  clearFilter: 'Clear filter',
  failedTitle: 'The loans could not be loaded',
  retry: 'Retry',
} as const;
