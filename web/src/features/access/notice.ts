const storageKey = 'signInNotice';

/** Leaves a message for the sign-in page, which is a new page with nothing of this one in it. */
export function leaveNotice(text: string): void {
  sessionStorage.setItem(storageKey, text);
}

export const storedNotice = (): string | null => sessionStorage.getItem(storageKey);

export function forgetNotice(): void {
  sessionStorage.removeItem(storageKey);
}
