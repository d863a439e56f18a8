export const texts = {
  acting: 'Acting on behalf of another user',
  signedInAs: 'Signed in as',
  actingFor: 'acting for',
  back: 'Back to Super Admin',
  impersonate: 'Impersonate',
  impersonateWho: (name: string) => `Impersonate ${name}`,
} as const;
