const storageKey = 'signInNotice';

/** Stores a message for the sign-in page. Navigation to it reloads the app. */
export function leaveNotice(text: string): void {
  sessionStorage.setItem(storageKey, text);
}

export const storedNotice = (): string | null => sessionStorage.getItem(storageKey);

export function forgetNotice(): void {
  sessionStorage.removeItem(storageKey);
}
