/** Words of everything about API keys, in one place so that they can be translated. */
export const texts = {
  title: 'API keys',
  text: {
    COMPANY:
      'With a key, programs of your company work in Keyturn: a website that hands in leads, a system that reads loans.',
    SELF: 'With a key of your own, a program works in Keyturn for you. It reaches what you reach, and nothing more.',
  },
  create: 'New key',
  keys: 'API keys',
  name: 'Name',
  owner: 'Owner',
  company: 'Company',
  scopes: 'For',
  expires: 'Expires',
  lastUsed: 'Last used',
  state: 'State',
  neverUsed: 'Never used',
  madeBy: (name: string, day: string) => `Made by ${name} on ${day}`,
  states: { ACTIVE: 'Active', EXPIRED: 'Expired', REVOKED: 'Revoked' },
  endsSoon: 'Expires soon',

  emptyTitle: 'No keys yet',
  empty: 'Make one for each program that is to work in Keyturn, so that each can be ended by itself.',
  failedTitle: 'The keys could not be loaded',
  retry: 'Retry',

  upgradeTitle: 'API keys come with the Pro plan',
  upgradeText: {
    COMPANY: 'Let your website hand in leads and your own systems read loans, with keys that you can end at any time.',
    SELF: 'Let your own website hand in leads for you, with keys that you can end at any time.',
  },
  upgrade: 'Upgrade to Pro',
  askAdmin: 'Whoever sees to the plan can upgrade it: ask your company admin.',
  stopped: 'The keys below do not work until there is a Pro plan again.',

  newTitle: 'New API key',
  nameHelp: 'What the program is, such as Website form.',
  scopesLabel: 'What it is for',
  scopesHelp: 'Choose no more than the program needs.',
  life: 'Expires after',
  lives: { '30': '30 days', '90': '90 days', '180': '180 days', '365': 'One year' },
  nameRequired: 'Please name the key',
  nameRule: 'At most 80 characters',
  scopesRequired: 'Choose what the key is for',
  make: 'Create key',
  cancel: 'Cancel',

  madeTitle: 'Copy your key now',
  madeText: (name: string) =>
    `This is the only time that the key “${name}” is shown. Keep it as you keep a password: whoever has it can act with it.`,
  secret: 'API key',
  copy: 'Copy',
  copied: 'Copied',
  done: 'Done',

  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: 'Revoke this key?',
  revokeQuestion: (name: string) =>
    `Programs that use “${name}” are refused from now on. A revoked key can’t be brought back.`,
  revoked: (name: string) => `${name} is revoked.`,
} as const;
