/** Words about importing, in one place so that they can be translated. */
export const texts = {
  dropOr: 'Drop the file here, or ',
  choose: 'choose it',
  chooseFile: 'Choose file',
  several: 'Several files at once make a bulk import, or ',
  chooseArchive: 'choose a .zip',
  chooseArchiveLabel: 'Choose archive',
  chooseTypeFirst: 'Choose Active or Closed first.',
  upTo: (size: string, accept: string) => `${accept.replace(',', ' or ')}, up to ${size}`,
  uploading: (name: string) => `Uploading ${name}`,
  reading: 'Reading the file',
  remove: 'Remove file',
  tooLarge: 'The file is too large.',
  // The typo is the specification's.
  failed: 'Failed to import file. Please try agian...',
  importedAs: (day: string) => `Imported ${day} as `,
  importedBy: (day: string, officer: string) => `Imported ${day} for ${officer}`,
  tridMissing: (items: readonly string[]) => `Missing for TRID: ${items.join(', ')}`,
  issues: (count: number) => (count === 1 ? '1 thing to check in this file' : `${count} things to check in this file`),
} as const;

/** A refused file's message is visible this long, in milliseconds. */
export const importErrorMs = 3000;
