import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SafeHtml } from './safe-html';

const shown = (html: string) => render(<SafeHtml html={html} />).container.innerHTML;

it('harmless markup is kept', () => {
  expect(shown('Hello <b>you</b><br><em>there</em>')).toBe('Hello <b>you</b><br><em>there</em>');
});

it('scripts, attributes and unknown elements are removed', () => {
  expect(shown('<script>alert(1)</script><b onclick="x()">x</b><table><tr><td>y</td></tr></table>')).toBe('<b>x</b>y');
  expect(shown('<img src=x onerror=alert(1)>ok')).toBe('ok');
});

it('links lead only to this app', () => {
  const { origin } = window.location;
  expect(shown('<a href="/app/loans?a=1" onclick="x()">a</a>')).toContain(`href="${origin}/app/loans?a=1"`);
  for (const href of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'mailto:a@b.co',
  ]) {
    expect(shown(`<a href="${href}">a</a>`)).toBe('a');
  }
  expect(shown('<a href="blob:x">a</a><a>b</a>')).not.toContain('blob');
});

it('notes keep their lists, links and own images', () => {
  const note = (html: string) => render(<SafeHtml html={html} of="note" />).container.innerHTML;
  expect(note('<ul><li><u>one</u></li></ul><table><td>y</td></table>')).toBe('<ul><li><u>one</u></li></ul>y');
  expect(note('<a href="https://county.example/deed">deed</a>')).toContain('href="https://county.example/deed"');
  expect(note('<img src="/api/files/note-picture?token=x" onload=x>')).toContain(
    `src="${window.location.origin}/api/files/note-picture?token=x"`,
  );
  for (const html of [
    '<img src="https://evil.example/api/files/note-picture">',
    '<img src="/api/loans">',
    '<img src="data:image/png;base64,AAAA">',
  ]) {
    expect(note(html)).toBe('');
  }
  expect(note('<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a>')).toBe('ab');
});
