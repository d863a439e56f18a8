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

it('links lead to web and mail addresses only', () => {
  expect(shown('<a href="https://example.com">a</a>')).toContain('href="https://example.com"');
  expect(shown('<a href="javascript:alert(1)">a</a>')).toBe('a');
  expect(shown('<a href="//evil.example">a</a>')).toBe('a');
});
