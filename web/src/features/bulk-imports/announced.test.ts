// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { announcedFiles } from './announced';

beforeEach(() => sessionStorage.clear());

test('after a reload the files that were neither answered nor arrived are missing', () => {
  announcedFiles.add('b1', ['a.xml', 'b.xml', 'c.xml', 'd.xml', 'all.zip'], []);
  announcedFiles.answered('b1', 'a.xml');
  announcedFiles.answered('b1', 'all.zip');
  // The answer for b.xml was lost with the page; the batch holds it, with two files of the archive.
  expect(announcedFiles.missing('b1', ['a.xml', 'b.xml', 'x.xml', 'y.xml'])).toEqual(['c.xml', 'd.xml']);
  expect(announcedFiles.missing('b2', [])).toEqual([]);
});

test('of two files of one name one can be missing', () => {
  announcedFiles.add('b1', ['loan.xml', 'loan.xml'], []);
  announcedFiles.answered('b1', 'loan.xml');
  expect(announcedFiles.missing('b1', ['loan.xml'])).toEqual(['loan.xml']);
});

test('a file that is added again is no longer missing once it is answered; the others still are', () => {
  announcedFiles.add('b1', ['a.xml', 'b.xml', 'c.xml'], []);
  announcedFiles.answered('b1', 'a.xml');
  announcedFiles.add('b1', ['b.xml', 'new.xml'], ['a.xml']);
  expect(announcedFiles.missing('b1', ['a.xml'])).toEqual(['c.xml', 'b.xml', 'new.xml']);
  announcedFiles.answered('b1', 'b.xml');
  announcedFiles.answered('b1', 'new.xml');
  expect(announcedFiles.missing('b1', ['a.xml', 'b.xml', 'new.xml'])).toEqual(['c.xml']);
});

test('a file that was refused or removed is not missing; another batch or none forgets them', () => {
  announcedFiles.add('b1', ['a.xml'], []);
  announcedFiles.answered('b1', 'a.xml');
  expect(announcedFiles.missing('b1', [])).toEqual([]);
  announcedFiles.add('b2', ['z.xml'], []);
  expect(announcedFiles.missing('b2', [])).toEqual(['z.xml']);
  announcedFiles.forget();
  expect(announcedFiles.missing('b2', [])).toEqual([]);
});
