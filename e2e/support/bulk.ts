import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { call } from './loans.ts';

const text = readFileSync(
  resolve(import.meta.dirname, '../../crates/lending/tests/fixtures/conventional-purchase.xml'),
  'utf8',
);

const xml = (name: string, content: string) => ({
  name: `${name}.xml`,
  mimeType: 'text/xml',
  buffer: Buffer.from(content),
});

const of = (lastName: string) =>
  text
    .replace('<LastName>Rivera<', `<LastName>${lastName}<`)
    .replace('casey.rivera@', `casey.${lastName.toLowerCase()}@`);

/** A loan file whose borrower has this last name. Every file is a different document. */
export const loanFile = (lastName: string) => xml(lastName, of(lastName));

/** Error for a file without a loan purpose. */
export const aimless = 'The file does not say whether this is a purchase or a refinance.';
export const aimlessFile = (lastName: string) =>
  xml(lastName, of(lastName).replace('<LoanPurposeType>Purchase</LoanPurposeType>', ''));

/** A file that isn't MISMO 3.4. */
export const brokenFile = xml('broken', '<MESSAGE>');

type Item = {
  _id: string;
  fileName: string;
  status: string;
  LoanId: number | null;
  autoRuleErr: unknown[];
  canOpen: boolean;
};
export type Batch = { _id: string; status: string; reset: boolean; MismoImportBatchItems: Item[] };

/** A batch as the server would return it, for states that are hard to reach. */
export const batchOf = (status: string, ...statuses: string[]): Batch & Record<string, unknown> => ({
  _id: '018f0000-0000-7000-8000-00000000cafe',
  status,
  reset: false,
  data: { otherUsers: { WizeUsers: [] } },
  createdAt: '2026-11-22T10:00:00Z',
  startedAt: '2026-11-22T10:00:00Z',
  finishedAt: null,
  MismoImportBatchItems: statuses.map((each, at) => ({
    _id: `018f0000-0000-7000-8000-00000000000${at}`,
    fileName: `${at}.xml`,
    status: each,
    LoanId: each === 'DONE' ? 900_000_000 + at : null,
    autoRuleErr: [],
    borrowerName: null,
    canOpen: false,
  })),
});

/** The membership of the signed-in user. */
export async function ownMembership(page: Page): Promise<number> {
  const me = (await call(page, 'GET', '/api/users/me')).json as { activeUser: { WizeUserOrgUnitId: number } };
  return me.activeUser.WizeUserOrgUnitId;
}

type SetUp = Batch & {
  /** Ids of the stored files by file name. */
  stored: Map<string, string>;
};

/** Creates a batch with files as the signed-in user, for their own loans or another officer's. */
export async function setUpBatch(page: Page, files: ReturnType<typeof loanFile>[], officer?: number): Promise<SetUp> {
  const data = { LoanOfficerId: officer ?? (await ownMembership(page)) };
  let batch = (await call(page, 'POST', '/api/bulk-imports', { importType: 'MISMO_IMPORT', data })).json as Batch;
  const stored = new Map<string, string>();
  for (const { name, buffer } of files) {
    const address = (await call(page, 'POST', '/api/files/upload-url', { fileName: name })).json as {
      fileId: string;
      fileUploadSignedUrl: string;
    };
    await page.evaluate(
      ([url, content]) => fetch(url ?? '', { method: 'PUT', body: content ?? '' }).then(() => undefined),
      [address.fileUploadSignedUrl, buffer.toString()],
    );
    const added = { fileName: name, filePath: `imports/${address.fileId}/${name}` };
    batch = (await call(page, 'POST', `/api/bulk-imports/${batch._id}/items`, added)).json as Batch;
    stored.set(name, address.fileId);
  }
  return { ...batch, stored };
}

/** Deletes a stored file from the server's disk, to simulate data loss. */
export async function lose(fileId: string | undefined): Promise<void> {
  const store = join(process.env.E2E_DATA_DIR ?? '', 'files');
  const entries = await readdir(store, { recursive: true, withFileTypes: true });
  const found = entries.find(({ name }) => name === fileId);
  if (!found) throw new Error(`no file ${fileId} in ${store}`);
  await rm(join(found.parentPath, found.name));
}
