import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useRovingFocus } from './use-roving-focus';

function Toolbar({ withLast = true }: { withLast?: boolean }) {
  return (
    <>
      <div ref={useRovingFocus<HTMLDivElement>()}>
        <input type="radio" name="view" aria-label="Table" />
        <input type="radio" name="view" aria-label="Board" defaultChecked />
        <input type="search" aria-label="Filter" />
        <button type="button" disabled>
          Never
        </button>
        {withLast && <button type="button">Columns</button>}
      </div>
      <button type="button">After</button>
    </>
  );
}

const named = (name: string) => screen.getByLabelText(name, { selector: 'input' });

it('a group is one Tab stop, and arrow keys, Home and End move within it', async () => {
  const user = userEvent.setup();
  render(<Toolbar />);
  await user.tab();
  expect(document.activeElement).toBe(named('Board'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByText('After'));
  await user.tab({ shift: true });
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(named('Filter'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByText('Columns'));
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(named('Table'));
});

it('moving over radio buttons selects none of them', async () => {
  const user = userEvent.setup();
  render(<Toolbar />);
  await user.tab();
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(named('Table'));
  expect((named('Board') as HTMLInputElement).checked).toBe(true);
});

it('in a text field the arrow keys move the caret up to its end', async () => {
  const user = userEvent.setup();
  render(<Toolbar />);
  await user.click(named('Filter'));
  await user.keyboard('Maya{ArrowLeft}');
  expect(document.activeElement).toBe(named('Filter'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByText('Columns'));
});

it('if the current control is removed, another one becomes the stop', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Toolbar />);
  await user.click(screen.getByText('Columns'));
  rerender(<Toolbar withLast={false} />);
  await user.click(screen.getByText('After'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(named('Board'));
});
