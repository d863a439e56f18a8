/** Words of the page about lenders, in one place so that they can be translated. */
export const texts = {
  title: 'Lender integration',
  text: 'Lenders in whose systems Keyturn can act for you. Each person connects their own account.',
  lenders: 'Connections',
  ofCompany: 'Lenders of your company',
  ofCompanyText: 'With whom your company works. One that has no connection above is worked with in its own system.',
  ofCompanyNone: 'Your company has written down no lenders yet.',
  keep: 'Edit lenders',
  lender: 'Lender',
  state: 'State',
  connectedAt: 'Connected',
  connected: 'Connected',
  notConnected: 'Not connected',
  notSetUp: 'Not set up',
  howTo: 'Begin at the lender: sign in there, allow Keyturn, and it leads you back here.',
  howToNone: 'None of them is set up in this installation. Whoever runs it connects it with the lender first.',
  standIn: 'Stood in for by this installation: no lender is asked.',
} as const;
