export const texts = {
  kinds: { lead: 'Lead', borrower: 'Borrower', contact: 'Business contact', loan: 'Loan' },
  numbered: (kind: string, id: number) => `${kind} #${id}`,
  open: 'Open existing',
  add: 'Add to existing',
  addTo: (what: string) => `Add to existing: ${what}`,
  owner: (name: string) => `Owner: ${name}`,
  outside: (kind: string, owner: string | null | undefined, day: string) =>
    `${kind} of ${owner ?? 'another user'}, ${day}`,
  ask: 'Request access',
  asked: 'Access requested',
  title: 'Possible duplicates',
  found: (count: number) => `${count} possible ${count === 1 ? 'duplicate' : 'duplicates'} found`,
  joinWith: 'Compare and merge',
} as const;
