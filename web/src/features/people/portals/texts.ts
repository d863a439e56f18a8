export const texts = {
  title: 'Portal links',
  panel: 'Addresses',
  text: 'The links in your menu and in invitations to borrowers lead here. Your NMLS ID is added to the borrower portal.',
  borrowerPortal: 'Borrower portal',
  borrowerPortalSpanish: 'Borrower portal in Spanish',
  agentPortal: 'Agent portal',
  inherited: (address: string) => `Empty: ${address}, from your branch or company.`,
  noneInherited: 'Empty: no link.',
  spanishByDefault: 'Empty: the borrower portal with lang=es.',
} as const;
