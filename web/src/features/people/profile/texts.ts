/** Words of the pages about oneself, in one place so that they can be translated. */
export const texts = {
  userSettings: 'User Settings',
  you: 'Your account',
  profile: 'Profile',
  security: 'Sign-in and security',
  billing: 'Billing',
  emailConnection: 'Email connection',
  apiKeys: 'API keys',

  photo: 'Photo',
  photoText: 'Colleagues see it beside your name. JPEG, PNG or WebP, at most 5 MB.',
  photoUpload: 'Upload photo',
  photoReplace: 'Replace photo',
  photoRemove: 'Remove',
  photoTooLarge: 'A photo has at most 5 MB.',
  photoSaved: 'Photo saved.',
  photoRemoved: 'Photo removed.',

  details: 'Details',
  detailsText: (email: string) => `You sign in as ${email}; mail goes there, too.`,
  firstName: 'First name',
  lastName: 'Last name',
  jobTitle: 'Job title',
  phone: 'Phone',
  nmlsId: 'NMLS ID',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  jobTitleRule: 'A job title has at most 100 characters',
  phoneRule: 'Please enter valid phone number',
  nmlsIdRule: 'An NMLS id has digits only, at most 12',

  preferences: 'Preferences',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', auto: 'System' },
  spanish: 'I speak Spanish with borrowers',
  spanishHelp: 'Links to your borrower portal are offered in Spanish too.',

  notifications: 'Notifications',
  notificationsText:
    'You get mail whenever your password, your authenticator or your recovery codes change. That can’t be switched off.',
} as const;
