// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetWork, isKept, keptWorks, putWorkAside, takeKeptPath, takeUpWork } from './kept-work';
import { keptOpening, useKept, useKeptForm } from './use-kept';

const avery = 1;
const jamie = 2;

beforeEach(() => {
  forgetWork();
  takeUpWork(avery);
});

/** Leaves a form as Avery filled it in, as if the page were then loaded again. */
function leave(typed: Record<string, string>, opened?: unknown) {
  const { result, unmount } = renderHook(() => {
    const form = useForm({ defaultValues: { name: '', city: 'Reno', ssn: '', password: '' } });
    useKeptForm('form', form, { opened });
    return form;
  });
  act(() => {
    for (const [field, value] of Object.entries(typed))
      result.current.setValue(field as 'name', value, { shouldDirty: true });
  });
  putWorkAside();
  unmount();
  forgetInMemory();
}

/** Simulates a page reload: only stored values survive. */
function forgetInMemory() {
  const stored = sessionStorage.getItem('keptWork');
  forgetWork();
  if (stored) sessionStorage.setItem('keptWork', stored);
}

it('A11Y-10: a changed form is restored once for the same user', () => {
  leave({ name: 'Maya' }, { id: 7 });
  takeUpWork(avery);
  expect(takeKeptPath()).toBe(window.location.pathname + window.location.search);
  expect(takeKeptPath()).toBeNull();
  expect(keptOpening('form')).toEqual({ id: 7 });
  const { result } = renderHook(() => {
    // In the meantime, someone else has changed the city.
    const form = useForm({ defaultValues: { name: '', city: 'Sparks' } });
    useKeptForm('form', form);
    return { form, isDirty: form.formState.isDirty };
  });
  expect(result.current.form.getValues()).toEqual({ name: 'Maya', city: 'Sparks' });
  expect(result.current.isDirty).toBe(true);
  expect(isKept('form')).toBe(false);
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
  takeUpWork(avery);
  expect(keptWorks('form')).toEqual([['form', { typed: { name: 'Maya' } }]]);
});

it('it is not restored for another user or a day later', () => {
  leave({ name: 'Maya' });
  takeUpWork(jamie);
  expect(isKept('form')).toBe(false);
  expect(sessionStorage.getItem('keptWork')).toBeNull();
  forgetWork();
  takeUpWork(avery);
  leave({ name: 'Maya' });
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000 });
  takeUpWork(avery);
  vi.useRealTimers();
  expect(isKept('form')).toBe(false);
});

it('an unchanged form is not stored, and earlier stored work stays until its page opens', () => {
  const { unmount } = renderHook(() =>
    useKept(
      'note',
      () => 'Call back',
      () => {},
    ),
  );
  putWorkAside();
  unmount();
  leave({});
  takeUpWork(avery);
  expect(keptWorks('').map(([key]) => key)).toEqual(['note']);
});

it('the page can be left without a question after its work is stored', () => {
  const asked = vi.fn();
  window.addEventListener('beforeunload', asked);
  putWorkAside();
  window.dispatchEvent(new Event('beforeunload'));
  window.removeEventListener('beforeunload', asked);
  expect(asked).not.toHaveBeenCalled();
});
