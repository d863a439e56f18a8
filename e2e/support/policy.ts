import type { Page } from '@playwright/test';

/** A violation of the content security policy, as reported by the browser. */
type Violation = { directive: string; blocked: string; at: string };

/** Records every violation of the content security policy from now on. Returns a function that returns them. */
export async function watchPolicy(page: Page): Promise<() => Violation[]> {
  const noted: Violation[] = [];
  await page.exposeFunction('notePolicyViolation', (violation: Violation) => noted.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, documentURI }) => {
      const note = (window as unknown as { notePolicyViolation: (violation: object) => void }).notePolicyViolation;
      note({ directive: effectiveDirective, blocked: blockedURI, at: documentURI });
    });
  });
  return () => noted;
}
