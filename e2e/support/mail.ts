import { expect, type Page } from '@playwright/test';

/** An email written by the server of the run. */
export type Mail = {
  id: string;
  at: string;
  from: string;
  to: string;
  toName: string | null;
  subject: string;
  text: string;
  html: string;
};

/**
 * Waits for the newest email to an address. `after` is an earlier email to ignore. An email is sent about one second
 * after its cause.
 */
export async function mailTo(
  address: string,
  { after, subject, port }: { after?: Mail; subject?: string; port?: number } = {},
): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(address, port);
        found = mails.find((mail) => (!after || mail.id > after.id) && (!subject || mail.subject === subject));
        return found?.subject;
      },
      { message: `mail to ${address}${subject ? `: ${subject}` : ''}`, timeout: 15_000 },
    )
    .toBeTruthy();
  if (!found) throw new Error('a mail was just found');
  return found;
}

/** All emails to an address, newest first, from the run's server or a test's own server. */
export async function mailsTo(address: string, port = Number(process.env.KEYTURN_PORT)): Promise<Mail[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/dev/mail/messages?to=${encodeURIComponent(address)}`);
  if (!answer.ok) throw new Error(`no mail: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Mail[]>;
}

/** The link of an email's button. Asserts that the text and HTML versions agree. */
export function linkIn(mail: Mail): string {
  const link = /^[^\n]+:\n(https?:\S+)$/m.exec(mail.text)?.[1];
  if (!link) throw new Error(`no link in the mail:\n${mail.text}`);
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  return link;
}

/** Follows the link of an email's button. */
export async function follow(page: Page, mail: Mail): Promise<void> {
  await page.goto(linkIn(mail));
}
