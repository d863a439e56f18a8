export const texts = {
  all: 'All',
  headquarters: 'HQ',
  search: 'Search branches',
  branches: 'Branches',
  noneFound: 'No Records Found',
  active: (name: string) => `Branch: ${name}`,
  switchTitle: 'Switch Branch or Role',
  confirmTitle: 'Branch Switch Confirmation',
  confirmText:
    'The branch has been switched in another tab. To ensure consistency, this tab will also switch to the same branch.',
  continue: 'Continue',
} as const;
