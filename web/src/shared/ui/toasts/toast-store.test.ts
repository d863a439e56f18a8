import { describe, expect, it } from 'vitest';
import { type Toast, toastLimit, withToast } from './toast-store';

const toast = (id: number, text = `Loan #${id} created successfully`): Toast => ({
  id,
  type: 'success',
  title: '',
  text,
});

describe('open toasts', () => {
  it('are at most thirty, and the oldest closes', () => {
    let open: readonly Toast[] = [];
    for (let id = 1; id <= toastLimit + 1; id += 1) open = withToast(open, toast(id));
    expect(open).toHaveLength(30);
    expect(open[0]?.id).toBe(2);
    expect(open.at(-1)?.id).toBe(31);
  });

  it('have no duplicates of type, title and text', () => {
    const open = withToast([], toast(1, 'Same'));
    expect(withToast(open, toast(2, 'Same'))).toBe(open);
    expect(withToast(open, { ...toast(2, 'Same'), type: 'error' })).toHaveLength(2);
    expect(withToast(open, { ...toast(2, 'Same'), title: 'Import' })).toHaveLength(2);
  });
});
