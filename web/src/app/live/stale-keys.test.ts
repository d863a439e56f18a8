import { expect, it } from 'vitest';
import { readMessage } from './live-message';
import { allStale, staleBy } from './stale-keys';

it('a changed loan is refetched in lists and on its own page', () => {
  expect(staleBy({ type: 'LOAN', subtype: 'CHANGED', id: 12 })).toEqual([
    { key: ['loans', 'page'] },
    { key: ['loans', 'count'] },
    { key: ['borrowers'] },
    { key: ['loans', 12] },
  ]);
});

it('a lock affects only the open loan', () => {
  expect(staleBy({ type: 'LOAN', subtype: 'LOCKED', id: 12 })).toEqual([{ key: ['loans', 12], exact: true }]);
});

it('an automation run affects only the loan’s list of runs', () => {
  expect(staleBy({ type: 'LOAN', subtype: 'AUTOMATION', id: 12 })).toEqual([{ key: ['automation-rules', 'runs', 12] }]);
});

it('an unknown event affects nothing', () => {
  expect(staleBy({ type: 'WEATHER', subtype: 'CHANGED', id: 1 })).toEqual([]);
  expect(allStale).toContainEqual({ key: ['loans'] });
});

it('only messages of the socket are parsed', () => {
  expect(readMessage('{"type":"HERE","cursor":"4-1"}')).toEqual({ type: 'HERE', cursor: '4-1' });
  for (const text of ['', 'null', '[]', '{"type":"HERE"}', '{"cursor":"4-1"}', 7]) expect(readMessage(text)).toBeNull();
});
