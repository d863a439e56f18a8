/** The formats from which a loan can be imported. */
export type ImportFormat = 'fnma' | 'mismo';

/** File types offered by the browser's file dialog. */
export const acceptOf: Record<ImportFormat, string> = { fnma: '.txt,.fnm', mismo: '.xml' };

/** Accepted file name endings, case-sensitive: `.XML` and `.Txt` aren't among them. */
const endings: Record<ImportFormat, readonly string[]> = {
  fnma: ['.txt', '.TXT', '.fnm', '.FNM'],
  mismo: ['.xml'],
};

/** Whether a file is a zip archive. */
export const isArchive = (fileName: string): boolean => fileName.toLowerCase().endsWith('.zip');

/** Whether the format accepts a file of this name. Other chosen or dropped files are ignored. */
export const takesFile = (format: ImportFormat, fileName: string): boolean =>
  endings[format].some((ending) => fileName.endsWith(ending));
