export const texts = {
  picture: 'Picture in the note',
  openPicture: 'Open picture',
  unreadable: 'This picture can’t be read. Paste a PNG, JPEG or WebP picture.',
  tooLarge: 'A picture has at most 5 MB.',
  tooMuch: 'The pictures of a note have at most 6 MB together.',
} as const;
