/** Billing texts used on every page. */
export const shellTexts = {
  upgrade: 'Upgrade',
  title: 'Billing',
  restrictedAction: { billing: 'See billing' },
  choosePlan: 'Choose a plan',
  updateBilling: 'Update billing info',
  payNow: 'Pay now',
  pay: 'Pay',
  renew: 'Renew',
  manageUsers: 'Manage users',
  viewDetails: 'View details',
  contactAdmin: 'Contact Company Admin',
  mailSubject: 'Company plan',
} as const;
