/** The two formats that a loan can be imported from. */
export type ImportFormat = 'fnma' | 'mismo';

/** What the browser's file dialog offers. */
export const acceptOf: Record<ImportFormat, string> = { fnma: '.txt,.fnm', mismo: '.xml' };

/** Names that are taken, to the letter: `.XML` and `.Txt` are not among them. */
const endings: Record<ImportFormat, readonly string[]> = {
  fnma: ['.txt', '.TXT', '.fnm', '.FNM'],
  mismo: ['.xml'],
};

/** Whether a file is an archive of several. */
export const isArchive = (fileName: string): boolean => fileName.toLowerCase().endsWith('.zip');

/** Whether a file's name is one that this format takes; others are ignored, chosen or dropped. */
export const takesFile = (format: ImportFormat, fileName: string): boolean =>
  endings[format].some((ending) => fileName.endsWith(ending));
