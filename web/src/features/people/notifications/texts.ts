export const texts = {
  title: 'Notifications',
  text: (email: string) => `Emails go to ${email}.`,
  work: 'Email me when',
  workText: 'You aren’t notified of your own actions.',
  account: 'Your account',
  accountText: 'You always get an email when your password, authenticator or recovery codes change.',
} as const;
