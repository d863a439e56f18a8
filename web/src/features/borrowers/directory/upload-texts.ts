const people = (count: number) => (count === 1 ? '1 borrower' : `${count} borrowers`);

/** Title and button are fixed by the specification. */
export const texts = {
  title: 'Upload Borrowers',
  add: 'Add Borrowers',
  file: 'Excel file',
  choose: 'Choose file',
  columns: 'Columns First Name, Last Name, Email and Cell Phone; up to 1,000 rows (.xlsx)',
  failed: 'The file could not be uploaded. Please try again.',
  failedRows: 'Rows with errors',
  row: (row: number) => `Row ${row}`,
  result: (created: number, updated: number, failed: number) =>
    [
      `${people(created)} added`,
      ...(updated > 0 ? [`${updated} updated`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(', '),
  cancel: 'Cancel',
  close: 'Close',
} as const;
