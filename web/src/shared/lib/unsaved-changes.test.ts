// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { confirmDiscard, confirmLeave, hasUnsavedWork, unsavedQuestion, useUnsavedWork } from './unsaved-changes';
import { whileUploading } from './while-uploading';

afterEach(cleanup);

it('asks nothing without unsaved work', async () => {
  renderHook(() => useUnsavedWork({ isDirty: () => false, discard: () => {} }));
  await expect(confirmDiscard()).resolves.toBe(true);
  expect(unsavedQuestion.isOpen()).toBe(false);
});

it('continuing discards the work and doesn’t ask again', async () => {
  let isDirty = true;
  const discard = vi.fn(() => {
    isDirty = false;
  });
  renderHook(() => useUnsavedWork({ isDirty: () => isDirty, discard }));
  const asked = confirmDiscard();
  expect(unsavedQuestion.isOpen()).toBe(true);
  unsavedQuestion.answer(true);
  await expect(asked).resolves.toBe(true);
  expect(discard).toHaveBeenCalledOnce();
  await expect(confirmDiscard()).resolves.toBe(true);
});

it('staying keeps the work', async () => {
  const discard = vi.fn();
  renderHook(() => useUnsavedWork({ isDirty: () => true, discard }));
  const asked = confirmDiscard();
  unsavedQuestion.answer(false);
  await expect(asked).resolves.toBe(false);
  expect(discard).not.toHaveBeenCalled();
  expect(hasUnsavedWork()).toBe(true);
});

it('a dialog asks only about its own work', async () => {
  renderHook(() => useUnsavedWork({ isDirty: () => true, discard: () => {} }));
  const { result } = renderHook(() => useUnsavedWork({ isDirty: () => false, discard: () => {} }));
  await expect(result.current.confirm()).resolves.toBe(true);
});

it('a running upload has its own question before a sign-out, and none before navigation', async () => {
  let end = () => {};
  const upload = whileUploading(() => new Promise<void>((done) => (end = done)));
  expect(hasUnsavedWork()).toBe(true);
  expect(await confirmDiscard()).toBe(true);
  const leaves = confirmLeave();
  expect(unsavedQuestion.text()).toMatch(/^Files are still being uploaded/);
  unsavedQuestion.answer(false);
  expect(await leaves).toBe(false);
  end();
  await upload;
  expect(hasUnsavedWork()).toBe(false);
  expect(await confirmLeave()).toBe(true);
});
