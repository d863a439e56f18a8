/** A piece of a text, and whether it matches the search. */
export type Piece = { text: string; isFound: boolean };

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Splits a text at matches of the search. Words match at the start of a word, phone digits anywhere. */
export function highlighted(text: string, searched: string): Piece[] {
  const digits = searched.replace(/\D/g, '');
  const isPhone = digits.length >= 4 && /^[\d\s()+./-]+$/.test(searched);
  const words = searched.split(/[\s-]+/).filter((word) => word.length > 0);
  const patterns = isPhone
    ? [digits.split('').join('\\D*'), escaped(searched.trim())]
    : words.sort((one, other) => other.length - one.length).map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}`);
  if (patterns.length === 0) return [{ text, isFound: false }];
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  return parts.map((part, at) => ({ text: part, isFound: at % 2 === 1 })).filter((piece) => piece.text !== '');
}
