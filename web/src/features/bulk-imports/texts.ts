import type { ItemStatus } from './batch';

/** Toasts are fixed by the specification. */
export const texts = {
  allFailed: 'Loans import failed',
  someFailed: 'Some loans import failed',
  failedOf: (failed: number, total: number) => `${failed}/${total} loans could not be imported`,
  succeeded: 'Loans Import Successful',
  imported: (count: number) => `${count} Loan(s) imported successfully`,
  broken: 'Loans Import Failed',
  brokenText: 'Loan import has been failed due to some reason. Please try again later.',
  systemWarning: 'System Warning',
  moreRules: (count: number) => `And ${count} more.`,
  start: 'Start Import',
  cancel: 'Cancel Import',
  close: 'Close',
  remove: (name: string) => `Remove ${name}`,
  retry: 'Try Again',
  download: 'Download Failed Files',
  files: 'Files of this import',
  fileName: 'File name',
  status: 'Status',
  error: 'Error',
  actions: 'Actions',
  openLoan: (id: number) => `Loan #${id}`,
  statuses: {
    PENDING: 'Waiting',
    PROCESSING: 'Importing',
    DONE: 'Imported',
    INVALID: 'Not MISMO 3.4',
    CANCELLED: 'Cancelled',
    INVALID_ITEM: 'Refused',
    FAILED: 'Failed',
  } satisfies Record<ItemStatus, string>,
  ready: (waiting: number, total: number) =>
    waiting === total ? `${total} files, all ready to import` : `${waiting} of ${total} files ready to import`,
  uploading: (sent: number, total: number) => `Uploading ${sent} of ${total}`,
  progress: (done: number, total: number) => `${done} of ${total} files`,
  left: (seconds: number) => (seconds < 60 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`),
  result: (made: number, total: number) => `${made} of ${total} files imported`,
  missing: (count: number) =>
    count === 1
      ? '1 file was not uploaded before this page was left. Add it again, or start without it.'
      : `${count} files were not uploaded before this page was left. Add them again, or start without them.`,
  missingFiles: 'Files that are missing',
  andMore: (count: number) => `and ${count} more`,
  addAgain: 'Add Files Again',
  dismissMissing: 'Skip Them',
  openImported: (id: number) => `Open loan #${id}`,
  unseen: (branch: string, failed: number, total: number) =>
    `Your import in ${branch} has ended: ${failed} of ${total} loans could not be imported.`,
  unseenLabel: 'Import result',
  showUnseen: 'Show Import',
  dismissUnseen: 'Dismiss import result',
  notSent: (name: string, why: string) => `${name}: ${why}`,
  empty: 'No files in this import yet.',
  failed: 'The import stopped. Please try again.',
  leave: 'You can close this dialog. The import continues.',
} as const;
