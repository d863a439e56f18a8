/** The badge's number: no more than two digits. */
export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));
