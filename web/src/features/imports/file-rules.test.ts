import { expect, it } from 'vitest';
import { acceptOf, takesFile } from './file-rules';

const names = ['a.txt', 'a.TXT', 'a.fnm', 'a.FNM', 'a.xml', 'a.pdf', 'a.Txt', 'a.XML', 'xml', 'a.xml.zip'];

it('an FNMA file ends in .txt, .TXT, .fnm or .FNM, anything else is ignored', () => {
  expect(names.filter((name) => takesFile('fnma', name))).toEqual(['a.txt', 'a.TXT', 'a.fnm', 'a.FNM']);
  expect(acceptOf.fnma).toBe('.txt,.fnm');
});

it('a MISMO file ends in .xml, anything else is ignored', () => {
  expect(names.filter((name) => takesFile('mismo', name))).toEqual(['a.xml']);
  expect(acceptOf.mismo).toBe('.xml');
});
