// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { announcedFiles } from './announced';

beforeEach(() => sessionStorage.clear());

test('after a reload, files without a response that aren’t in the batch are missing', () => {
  announcedFiles.add('b1', ['a.xml', 'b.xml', 'c.xml', 'd.xml', 'all.zip'], []);
  announcedFiles.answered('b1', 'a.xml');
  announcedFiles.answered('b1', 'all.zip');
  // The response for b.xml was lost with the page. The batch contains it, and two files of the archive.
  expect(announcedFiles.missing('b1', ['a.xml', 'b.xml', 'x.xml', 'y.xml'])).toEqual(['c.xml', 'd.xml']);
  expect(announcedFiles.missing('b2', [])).toEqual([]);
});

test('one of two files with the same name can be missing', () => {
  announcedFiles.add('b1', ['loan.xml', 'loan.xml'], []);
  announcedFiles.answered('b1', 'loan.xml');
  expect(announcedFiles.missing('b1', ['loan.xml'])).toEqual(['loan.xml']);
});

test('a file added again is no longer missing after its response, and the others still are', () => {
  announcedFiles.add('b1', ['a.xml', 'b.xml', 'c.xml'], []);
  announcedFiles.answered('b1', 'a.xml');
  announcedFiles.add('b1', ['b.xml', 'new.xml'], ['a.xml']);
  expect(announcedFiles.missing('b1', ['a.xml'])).toEqual(['c.xml', 'b.xml', 'new.xml']);
  announcedFiles.answered('b1', 'b.xml');
  announcedFiles.answered('b1', 'new.xml');
  expect(announcedFiles.missing('b1', ['a.xml', 'b.xml', 'new.xml'])).toEqual(['c.xml']);
});

test('a refused or removed file is not missing, and another batch or none clears the names', () => {
  announcedFiles.add('b1', ['a.xml'], []);
  announcedFiles.answered('b1', 'a.xml');
  expect(announcedFiles.missing('b1', [])).toEqual([]);
  announcedFiles.add('b2', ['z.xml'], []);
  expect(announcedFiles.missing('b2', [])).toEqual(['z.xml']);
  announcedFiles.forget();
  expect(announcedFiles.missing('b2', [])).toEqual([]);
});
