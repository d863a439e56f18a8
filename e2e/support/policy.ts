import type { Page } from '@playwright/test';

/** What browsers tell a page of something that its content security policy did not allow. */
type Violation = { directive: string; blocked: string; at: string };

/** Notes every violation of the content security policy on the page from now on; answers what was noted so far. */
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
