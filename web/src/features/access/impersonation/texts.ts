/** Words around acting for somebody else, in one place so that they can be translated. */
export const texts = {
  acting: 'Acting for somebody else',
  signedInAs: 'Signed in as',
  actingFor: 'acting for',
  back: 'Back to Super Admin',
  impersonate: 'Impersonate',
  impersonateWho: (name: string) => `Impersonate ${name}`,
} as const;
