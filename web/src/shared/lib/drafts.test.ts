// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import { discardDrafts, draftsWithPrefix, hasDraft, loadDrafts, storeDrafts, takeDraftPath } from './drafts';
import { draftOpening, useDraft, useDraftForm } from './use-draft';

const avery = 1;
const jamie = 2;

beforeEach(() => {
  discardDrafts();
  loadDrafts(avery);
});

/** Leaves a form as Avery filled it in, as if the page were then loaded again. */
function leave(typed: Record<string, string>, opened?: unknown) {
  const { result, unmount } = renderHook(() => {
    const form = useForm({ defaultValues: { name: '', city: 'Reno', ssn: '', password: '' } });
    useDraftForm('form', form, { opened });
    return form;
  });
  act(() => {
    for (const [field, value] of Object.entries(typed))
      result.current.setValue(field as 'name', value, { shouldDirty: true });
  });
  storeDrafts();
  unmount();
  forgetInMemory();
}

/** Simulates a page reload: only stored values survive. */
function forgetInMemory() {
  const stored = sessionStorage.getItem('keptWork');
  discardDrafts();
  if (stored) sessionStorage.setItem('keptWork', stored);
}

it('A11Y-10: a changed form is restored once for the same user', () => {
  leave({ name: 'Maya' }, { id: 7 });
  loadDrafts(avery);
  expect(takeDraftPath()).toBe(window.location.pathname + window.location.search);
  expect(takeDraftPath()).toBeNull();
  expect(draftOpening('form')).toEqual({ id: 7 });
  const { result } = renderHook(() => {
    // In the meantime, someone else has changed the city.
    const form = useForm({ defaultValues: { name: '', city: 'Sparks' } });
    useDraftForm('form', form);
    return { form, isDirty: form.formState.isDirty };
  });
  expect(result.current.form.getValues()).toEqual({ name: 'Maya', city: 'Sparks' });
  expect(result.current.isDirty).toBe(true);
  expect(hasDraft('form')).toBe(false);
  expect(sessionStorage.getItem('keptWork')).toBeNull();
});

it('A11Y-10: sealed and secret values are never stored', () => {
  leave({ name: 'Maya', ssn: '900-12-3456', password: 'Correct-horse-9!' });
  expect(JSON.parse(sessionStorage.getItem('keptWork') ?? '')).toEqual({
    owner: avery,
    path: window.location.pathname + window.location.search,
    atMs: expect.any(Number),
    works: { form: { typed: { name: 'Maya' } } },
  });
  loadDrafts(avery);
  expect(draftsWithPrefix('form')).toEqual([['form', { typed: { name: 'Maya' } }]]);
});

it('it is not restored for another user or a day later', () => {
  leave({ name: 'Maya' });
  loadDrafts(jamie);
  expect(hasDraft('form')).toBe(false);
  expect(sessionStorage.getItem('keptWork')).toBeNull();
  discardDrafts();
  loadDrafts(avery);
  leave({ name: 'Maya' });
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000 });
  loadDrafts(avery);
  vi.useRealTimers();
  expect(hasDraft('form')).toBe(false);
});

it('an unchanged form is not stored, and earlier stored work stays until its page opens', () => {
  const { unmount } = renderHook(() =>
    useDraft(
      'note',
      () => 'Call back',
      () => {},
    ),
  );
  storeDrafts();
  unmount();
  leave({});
  loadDrafts(avery);
  expect(draftsWithPrefix('').map(([key]) => key)).toEqual(['note']);
});

it('the page can be left without a question after its work is stored', () => {
  const asked = vi.fn();
  window.addEventListener('beforeunload', asked);
  storeDrafts();
  window.dispatchEvent(new Event('beforeunload'));
  window.removeEventListener('beforeunload', asked);
  expect(asked).not.toHaveBeenCalled();
});
