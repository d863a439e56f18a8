import type { Page } from '@playwright/test';

type Read = {
  tridMissing: string[];
  issues: { reason: string }[];
  loanInfo: { borrowers: { firstName: string; lastName: string; email: string }[] };
};

/** Imports a MISMO file, and confirms the review if nothing is missing. */
export async function readMismo(page: Page, choose: () => Promise<void>): Promise<Read> {
  const reading = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/imports/mismo');
  await choose();
  const read: Read = await (await reading).json();
  if (read.tridMissing.length === 0) {
    const review = page.getByRole('dialog', { name: 'TRID Review' });
    await review.getByRole('button', { name: 'Continue' }).click();
    await review.waitFor({ state: 'detached' });
  }
  return read;
}
