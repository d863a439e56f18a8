/** Words of the search of everything, in one place so that they can be translated. */
export const texts = {
  search: 'Search',
  back: 'Back to Search',
  placeholder: 'Name, number, phone or e-mail',
  results: 'Search results',
  recent: 'Recent searches',
  hint: 'Find loans, leads, borrowers, contacts and tasks. Two characters are enough.',
  hintNumber: 'So are the last four digits of a Social Security number.',
  none: 'No Records Found',
  failed: 'The search did not answer.',
  retry: 'Try again',
  searching: 'Searching',
  kinds: {
    loans: 'Loans',
    leads: 'Leads',
    borrowers: 'Borrowers',
    contacts: 'Business Contacts',
    tasks: 'Tasks',
  },
  shown: (shown: number, count: number, isCapped: boolean) =>
    shown < count || isCapped ? `${shown} of ${count}${isCapped ? '+' : ''}` : `${count}`,
  found: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  due: (day: string) => `Due ${day}`,
  done: 'Done',
  keys: { walk: 'to walk', open: 'to open', close: 'to close' },
} as const;
