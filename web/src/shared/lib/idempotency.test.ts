// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIdempotencyKey } from './idempotency';

it('an unchanged request keeps its key, and a changed one or a success gets a new one', () => {
  const { result } = renderHook(useIdempotencyKey);
  const first = result.current.keyOf({ name: 'Maya' });
  expect(result.current.keyOf({ name: 'Maya' })).toBe(first);
  const second = result.current.keyOf({ name: 'Lucas' });
  expect(second).not.toBe(first);
  result.current.renew();
  expect(result.current.keyOf({ name: 'Lucas' })).not.toBe(second);
});
