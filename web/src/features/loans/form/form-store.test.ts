import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import type { ApplicationDocument, FieldEdit } from '@/api/types';
import { FormStore } from './form-store';
import { withValue } from './path';

const maya = '0190a0e4-7d65-7c3e-9e5b-000000000001';
const checking = '0190a0e4-7d65-7c3e-9e5b-000000000002';
const name = `borrowers/${maya}/firstName`;
const amount = 'loan/baseAmount';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form whose requests are answered by hand. */
function form() {
  let version = 1;
  let application: object = {
    borrowers: [{ id: maya, firstName: 'Maya' }],
    assets: [{ id: checking, value: '10.00' }],
  };
  const document = () => ({ version, application, sealed: [] }) as unknown as ApplicationDocument;
  const sent: FieldEdit[][] = [];
  let settle: { apply: () => void; fail: (status: number, body?: unknown) => void } | undefined;
  const send = (edits: readonly FieldEdit[]) =>
    new Promise<ApplicationDocument>((resolve, reject) => {
      sent.push([...edits]);
      settle = {
        apply: () => {
          version += 1;
          application = edits.reduce((root, { path, to }) => withValue(root, path, to), application);
          resolve(document());
        },
        fail: (status, body = null) => reject(new ApiError(status, body, '')),
      };
    });
  const store = new FormStore(document(), { send, onSaved: () => {}, onRefetch: () => {} });
  const answer = async (act: 'apply' | readonly [number, unknown?]) => {
    if (act === 'apply') settle?.apply();
    else settle?.fail(...act);
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Someone else changes a field. */
  const change = (path: string, to: unknown) => {
    version += 1;
    application = withValue(application, path, to);
    return document();
  };
  return { store, sent, answer, change };
}

it('URLA-42: an edit is sent within two seconds of the last keystroke, or at once when the user leaves the field', async () => {
  const { store, sent, answer } = form();
  store.set(name, 'M');
  await vi.advanceTimersByTimeAsync(1_000);
  store.set(name, 'Mi');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([[{ path: name, from: 'Maya', to: 'Mi' }]]);
  await answer('apply');
  expect(store.saveState.kind).toBe('saved');
  store.set(amount, '450000.00', true);
  expect(sent[1]).toEqual([{ path: amount, from: null, to: '450000.00' }]);
});

it('an edit that is taken back is not sent', async () => {
  const { store, sent } = form();
  store.set(name, 'Mia');
  store.set(name, 'Maya', true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([]);
  expect(store.isUnsaved()).toBe(false);
});

it('requests are sent in order, one at a time', async () => {
  const { store, sent, answer } = form();
  store.set(name, 'Mia', true);
  store.set(name, 'Mila', true);
  store.set(amount, '1.00', true);
  expect(sent).toHaveLength(1);
  await answer('apply');
  expect(sent[1]).toEqual([
    { path: name, from: 'Mia', to: 'Mila' },
    { path: amount, from: null, to: '1.00' },
  ]);
});

it('URLA-43: edits survive a lost connection and are sent again in order', async () => {
  const { store, sent, answer } = form();
  store.set(name, 'Mia', true);
  await answer([0]);
  expect(store.saveState.kind).toBe('failed');
  expect(store.wouldLose()).toBe(true);
  store.set(amount, '1.00', true);
  // The server may have applied the first request, so it is repeated as it was.
  expect(sent[1]).toEqual(sent[0]);
  await answer([0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent[2]).toEqual(sent[0]);
  await answer('apply');
  expect(sent[3]).toEqual([{ path: amount, from: null, to: '1.00' }]);
  await answer('apply');
  expect(store.isUnsaved()).toBe(false);
});

it('URLA-44: the other’s change of another field arrives without a question and is marked', async () => {
  const { store, change } = form();
  store.set(name, 'Mia');
  store.receive(change(amount, '5.00'), 'Omar Haddad');
  expect(store.value(name)).toBe('Mia');
  expect(store.value(amount)).toBe('5.00');
  expect(store.mark(amount)).toBe('Omar Haddad');
  expect(store.mark(name)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.mark(amount)).toBeUndefined();
});

it('URLA-45: a conflict waits for the choice, and the rest is saved', async () => {
  const { store, sent, answer, change } = form();
  store.set(name, 'Mia');
  store.set(amount, '1.00', true);
  const conflict = { path: name, value: 'Marlene', changedBy: 'Omar Haddad', changedAt: null };
  await answer([409, { details: { conflicts: [conflict] } }]);
  expect(store.conflicts).toEqual([{ ...conflict, mine: 'Mia' }]);
  expect(sent[1]).toEqual([{ path: amount, from: null, to: '1.00' }]);
  store.receive(change(name, 'Marlene'));
  await answer('apply');
  store.decide(name, true);
  expect(sent[2]).toEqual([{ path: name, from: 'Marlene', to: 'Mia' }]);
  expect(store.conflicts).toEqual([]);
});

it('using theirs sends nothing', async () => {
  const { store, sent, answer, change } = form();
  store.set(name, 'Mia', true);
  await answer([409, { details: { conflicts: [{ path: name, value: 'Marlene' }] } }]);
  store.receive(change(name, 'Marlene'));
  store.decide(name, false);
  expect(sent).toHaveLength(1);
  expect(store.value(name)).toBe('Marlene');
});

it('a refused value stays with its message, and the rest is sent again without it', async () => {
  const { store, sent, answer } = form();
  const email = `borrowers/${maya}/email`;
  store.set(email, 'a@b..com');
  store.set(amount, '1.00', true);
  await answer([422, { fields: { [email]: 'Please enter valid email' } }]);
  expect(store.problem(email)).toBe('Please enter valid email');
  expect(store.value(email)).toBe('a@b..com');
  expect(sent[1]).toEqual([{ path: amount, from: null, to: '1.00' }]);
  await answer('apply');
  expect(store.isUnsaved()).toBe(true);
  store.set(email, 'maya@example.com', true);
  expect(sent[2]).toEqual([{ path: email, from: null, to: 'maya@example.com' }]);
  expect(store.problem(email)).toBeUndefined();
});

it('removing an item includes the edits of its fields', async () => {
  const { store, sent } = form();
  store.set(`assets/${checking}/value`, '20.00');
  store.set(`assets/${checking}`, null, true);
  expect(sent).toEqual([[{ path: `assets/${checking}`, from: { id: checking, value: '10.00' }, to: null }]]);
});

it('a new item is sent before its fields, and not at all if it is removed again', async () => {
  const { store, sent } = form();
  const id = '0190a0e4-7d65-7c3e-9e5b-000000000003';
  store.set(`assets/${id}`, { id });
  store.set(`assets/${id}/kind`, 'Stock');
  store.set(`assets/${id}`, null);
  expect(store.isUnsaved()).toBe(false);
  store.set(`assets/${id}`, { id });
  store.set(`assets/${id}/kind`, 'Stock', true);
  expect(sent[0]?.map(({ path }) => path)).toEqual([`assets/${id}`, `assets/${id}/kind`]);
});

it('URLA-43: sealed values never survive the session', () => {
  const { store } = form();
  store.set(`borrowers/${maya}/taxpayerIdentifier`, '900101234');
  store.set(name, 'Mia');
  expect(store.unsavedEdits().map(({ path }) => path)).toEqual([name]);
});
