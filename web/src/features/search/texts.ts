/** Texts of the search of everything. */
export const texts = {
  search: 'Search',
  back: 'Back to Search',
  placeholder: 'Name, number, phone or email',
  results: 'Search results',
  recent: 'Recent searches',
  hint: 'Find loans, leads, borrowers, contacts and tasks. Type at least two characters.',
  hintNumber: 'You can also search by last 4 of SSN.',
  none: 'No Records Found',
  failed: 'Search is unavailable.',
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
  keys: { walk: 'to navigate', open: 'to open', close: 'to close' },
} as const;
