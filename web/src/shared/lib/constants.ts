/** Constants the specification fixes for the whole product; nothing else may repeat them. */

/** Widths in CSS pixels at which the layout changes; each is the last width of the narrower layout. */
export const breakpoints = { phone: 767, tablet: 991, menu: 1194, compact: 1260, regular: 1280, wide: 1440 } as const;

/** Widths of dialogs in CSS pixels: confirmations 600, small forms 700, forms 900, the loan dialog 1100. */
export const modalWidths = { small: 600, medium: 700, large: 900, extraLarge: 1100 } as const;

/** Rows of one page of any list. */
export const pageSize = 25;

/** Rows that a searchable dropdown asks for at a time. */
export const dropdownPageSize = 10;

/** Milliseconds after the last key before a search is sent. */
export const searchDebounceMs = 300;

/** Milliseconds that pickers of lead owners and of contacts wait beyond that. */
export const searchDelayMs = 500;

/** The key that ends a value where several can be entered. */
export const separatorKey = 'Enter';

/** How dates are shown and typed, in day.js' notation. */
export const dateFormat = 'MM/DD/YYYY';
