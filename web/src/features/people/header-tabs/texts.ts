export const texts = {
  title: 'Header tabs',
  text: 'Which areas the header shows, and in which order. People see a change with their next page load.',
  role: 'Role',
  tabs: (role: string) => `Tabs of ${role}`,
  tabsText:
    'Hiding a tab takes no rights away: people can still open its pages by address. People with several roles see what any of them shows.',
  usesDefault: 'Follows the setting of all roles',
  usesOwn: 'Set for this role',
  usesProduct: 'Follows the product’s own order',
  reset: 'Use the default',
  up: (area: string) => `Move ${area} up`,
  down: (area: string) => `Move ${area} down`,
  areas: {
    dashboard: 'Dashboard',
    loans: 'Loans',
    leads: 'Leads',
    brokers: 'Brokers',
    pricing: 'Pricing',
    contacts: 'Contacts',
    reports: 'Reports',
    tasks: 'Tasks',
  } as Record<string, string>,
} as const;
