export const texts = {
  title: 'Role permissions',
  text: 'Permissions by role. Changes apply immediately to everyone with the role.',
  role: 'Role',
  may: (role: string) => `${role} permissions`,
  mayText: 'Roles combine.',
  always: 'Always on',
  alwaysText: 'You can’t turn these off.',
  notFor: 'Not available',
  notForText: 'You can’t turn these on for this role.',
  altered: 'Changed by your company',
} as const;
