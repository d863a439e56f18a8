/** A key of the keyboard map: as it is bound, as it is shown, and what it does. */
export type Shortcut = { bound: string; shown: readonly string[]; name: string };

/** A key that leads to a page, for whoever may open its area. */
export type PageShortcut = Shortcut & { to: string; area: string };

/** A key that makes something new. */
export type NewShortcut = Shortcut & { makes: 'loan' | 'lead' | 'task' };

/** Keys that lead to pages, from wherever one is. */
export const general: readonly PageShortcut[] = [
  { bound: 'D', shown: ['D'], name: 'Go to Dashboard', to: '/app/dashboard', area: 'dashboard' },
  { bound: 'L', shown: ['L'], name: 'Go to Loans', to: '/app/loans', area: 'loans' },
  { bound: 'shift+L', shown: ['Shift', 'L'], name: 'Go to Leads', to: '/app/leads', area: 'leads' },
  { bound: 'P', shown: ['P'], name: 'Go to Pricing', to: '/app/pricing', area: 'pricing' },
  { bound: 'T', shown: ['T'], name: 'Go to Tasks', to: '/app/tasks', area: 'tasks' },
];

/** Keys that make something new; they are bound apart from the others, since more may keep one from it. */
export const newItems: readonly NewShortcut[] = [
  { bound: 'N', shown: ['N'], name: 'New Loan', makes: 'loan' },
  { bound: 'shift+N', shown: ['Shift', 'N'], name: 'New Lead', makes: 'lead' },
  { bound: 'alt+N', shown: ['Alt', 'N'], name: 'New Task', makes: 'task' },
];

/** The key that everybody has. */
export const searchKey: Shortcut = { bound: '/', shown: ['/'], name: 'Search' };

/** The key that lists the others. */
export const listKey: Shortcut = { bound: '?', shown: ['?'], name: 'Keyboard Shortcuts' };
