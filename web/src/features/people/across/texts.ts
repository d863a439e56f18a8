export const texts = {
  title: 'Users',
  searchBy: 'Search by',
  options: {
    user: 'Name',
    email: 'Email',
    company: 'Company',
    nmlsId: 'NMLS ID',
    loanId: 'Loan ID',
  },
  placeholder: {
    user: 'First or last name',
    email: 'Any part of the address',
    company: 'Any part of the company’s name',
    nmlsId: 'NMLS ID of a person, branch or company',
    loanId: 'Number of the loan',
  },
  search: 'Search',
  states: { ACTIVE: 'Active', INVITED: 'Invited', BLOCKED: 'Blocked', DEACTIVATED: 'Deactivated' } as Record<
    string,
    string
  >,
  suspended: 'Company suspended',
  startTitle: 'Find a user in any company',
  start: 'By name, email, company, NMLS ID, or the number of a loan they work on.',
  noneTitle: 'No users found',
  none: 'No users match. Check the spelling, or search by another field.',
  failedTitle: 'Search is unavailable',
  retry: 'Retry',
  onLoan: (number: string, roles: string) => `${roles} on loan ${number}`,
} as const;
