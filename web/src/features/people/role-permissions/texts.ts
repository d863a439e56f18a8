/** Words of the page of role permissions. */
export const texts = {
  title: 'Role permissions',
  text: 'What each role may do in your company. A change counts at once, for everybody who has the role.',
  role: 'Role',
  may: (role: string) => `${role} may`,
  mayText: 'People with several roles have what any of them allows.',
  always: 'Always allowed',
  alwaysText: 'These can’t be taken from it.',
  notFor: 'Not for this role',
  notForText: 'These can’t be given to it.',
  altered: 'Changed by your company',
} as const;
