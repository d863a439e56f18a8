import { expect, it } from 'vitest';
import { isTextEntry } from './text-entry';

const made = (html: string) => {
  document.body.innerHTML = html;
  return document.body.firstElementChild;
};

it('text fields receive typed letters', () => {
  for (const html of ['<input>', '<input type="search">', '<textarea></textarea>', '<select></select>']) {
    expect(isTextEntry(made(html)), html).toBe(true);
  }
});

it('buttons, checkboxes and radio buttons leave letters to the shortcuts', () => {
  for (const html of ['<input type="checkbox">', '<input type="radio">', '<button></button>', '<a href="/"></a>']) {
    expect(isTextEntry(made(html)), html).toBe(false);
  }
});
