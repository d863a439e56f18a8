export const texts = {
  dropOr: 'Drop a file or ',
  choose: 'browse',
  chooseFile: 'Choose file',
  several: 'Drop several files or ',
  chooseArchive: 'a .zip to bulk import',
  chooseArchiveLabel: 'Choose archive',
  chooseTypeFirst: 'Choose Active or Closed first.',
  upTo: (size: string, accept: string) => `${accept.replace(',', ' or ')}, up to ${size}`,
  uploading: (name: string) => `Uploading ${name}`,
  reading: 'Reading the file',
  remove: 'Remove file',
  tooLarge: 'The file is too large.',
  // The typo is in the specification.
  failed: 'Failed to import file. Please try agian...',
  importedAs: (day: string) => `Imported ${day} as `,
  importedBy: (day: string, officer: string) => `Imported ${day} for ${officer}`,
  tridMissing: (items: readonly string[]) => `Missing for TRID: ${items.join(', ')}`,
  issues: (count: number) => (count === 1 ? '1 warning in this file' : `${count} warnings in this file`),
} as const;

/** How long the message about a refused file is visible, in milliseconds. */
export const importErrorMs = 3000;
