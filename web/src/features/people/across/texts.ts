/** Words of the search over all companies, in one place so that they can be translated. */
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
  startTitle: 'Find somebody in any company',
  start: 'By name, email, company, NMLS ID, or the number of a loan they work on.',
  noneTitle: 'Nobody found',
  none: 'Nobody matches this search. Check the spelling, or search by something else.',
  failedTitle: 'The search did not work',
  retry: 'Retry',
  onLoan: (number: string, roles: string) => `${roles} on loan ${number}`,
} as const;
