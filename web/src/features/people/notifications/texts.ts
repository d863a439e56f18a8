/** Words of the page about notifications, in one place so that they can be translated. */
export const texts = {
  title: 'Notifications',
  text: (email: string) => `Mail goes to ${email}.`,
  work: 'Mail me when',
  workText: 'You are never told of what you did yourself.',
  account: 'Your account',
  accountText:
    'You get mail whenever your password, your authenticator or your recovery codes change. That can’t be switched off.',
} as const;
