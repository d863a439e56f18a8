/** A keyboard shortcut: how it is bound, how it is shown, and what it does. */
export type Shortcut = { bound: string; shown: readonly string[]; name: string };

/** A key that opens a page, for users with access to its area. */
export type PageShortcut = Shortcut & { to: string; area: string };

/** A key that creates a record. */
export type NewShortcut = Shortcut & { makes: 'loan' | 'lead' | 'task' };

/** Keys that open pages, from anywhere. */
export const general: readonly PageShortcut[] = [
  { bound: 'D', shown: ['D'], name: 'Go to Dashboard', to: '/app/dashboard', area: 'dashboard' },
  { bound: 'L', shown: ['L'], name: 'Go to Loans', to: '/app/loans', area: 'loans' },
  { bound: 'shift+L', shown: ['Shift', 'L'], name: 'Go to Leads', to: '/app/leads', area: 'leads' },
  { bound: 'P', shown: ['P'], name: 'Go to Pricing', to: '/app/pricing', area: 'pricing' },
  { bound: 'T', shown: ['T'], name: 'Go to Tasks', to: '/app/tasks', area: 'tasks' },
];

/** Keys that create records. They are bound separately because they have more conditions. */
export const newItems: readonly NewShortcut[] = [
  { bound: 'N', shown: ['N'], name: 'New Loan', makes: 'loan' },
  { bound: 'shift+N', shown: ['Shift', 'N'], name: 'New Lead', makes: 'lead' },
  { bound: 'alt+N', shown: ['Alt', 'N'], name: 'New Task', makes: 'task' },
];

/** The key that every user has. */
export const searchKey: Shortcut = { bound: '/', shown: ['/'], name: 'Search' };

/** The key that lists the other keys. */
export const listKey: Shortcut = { bound: '?', shown: ['?'], name: 'Keyboard Shortcuts' };
