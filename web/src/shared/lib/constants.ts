/** Constants from the specification. No other file may repeat them. */

/** Layout breakpoints in CSS pixels. Each is the largest width of the narrower layout. */
export const breakpoints = { phone: 767, tablet: 991, menu: 1194, compact: 1260, regular: 1280, wide: 1440 } as const;

/** Widths of dialogs in CSS pixels: confirmations 600, small forms 700, forms 900, the loan dialog 1100. */
export const modalWidths = { small: 600, medium: 700, large: 900, extraLarge: 1100 } as const;

/** Rows per page of every list. */
export const pageSize = 25;

/** Options per request of a searchable dropdown. */
export const dropdownPageSize = 10;

/** Delay in milliseconds after the last key before a search is sent. */
export const searchDebounceMs = 300;

/** Additional delay in milliseconds in pickers of lead owners and contacts. */
export const searchDelayMs = 500;

/** The key that completes a value in fields with several values. */
export const separatorKey = 'Enter';

/** Date format for display and input, in day.js notation. */
export const dateFormat = 'MM/DD/YYYY';
