import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SafeHtml } from './safe-html';

const shown = (html: string) => render(<SafeHtml html={html} />).container.innerHTML;

it('harmless markup is kept', () => {
  expect(shown('Hello <b>you</b><br><em>there</em>')).toBe('Hello <b>you</b><br><em>there</em>');
});

it('scripts, attributes and unknown elements are not', () => {
  expect(shown('<script>alert(1)</script><b onclick="x()">x</b><table><tr><td>y</td></tr></table>')).toBe('<b>x</b>y');
  expect(shown('<img src=x onerror=alert(1)>ok')).toBe('ok');
});

it('links lead to this program only', () => {
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
