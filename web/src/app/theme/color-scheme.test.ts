// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createColorSchemeManager, isColorScheme } from './color-scheme';

it('only light, dark and auto are appearances', () => {
  expect(['light', 'dark', 'auto'].every(isColorScheme)).toBe(true);
  for (const value of ['pink', '', 'Dark', null, undefined]) expect(isColorScheme(value)).toBe(false);
});

it('an invalid stored value falls back to the default', () => {
  localStorage.setItem('selectedTheme', 'pink');
  expect(createColorSchemeManager().get('light')).toBe('light');
});

it('a choice is stored and marks the page', () => {
  createColorSchemeManager().set('dark');
  expect(localStorage.getItem('selectedTheme')).toBe('dark');
  expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
});
