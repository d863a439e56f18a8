import { expect, it } from 'vitest';
import { readMessage } from './live-message';
import { allStale, staleBy } from './stale-keys';

it('a loan that was changed is read anew where it is listed and where it is open', () => {
  expect(staleBy({ type: 'LOAN', subtype: 'CHANGED', id: 12 })).toEqual([
    { key: ['loans', 'page'] },
    { key: ['loans', 'count'] },
    { key: ['borrowers'] },
    { key: ['loans', 12] },
  ]);
});

it('a lock concerns the open loan alone', () => {
  expect(staleBy({ type: 'LOAN', subtype: 'LOCKED', id: 12 })).toEqual([{ key: ['loans', 12], exact: true }]);
});

it('what rules did on a loan concerns that list alone', () => {
  expect(staleBy({ type: 'LOAN', subtype: 'AUTOMATION', id: 12 })).toEqual([{ key: ['automation-rules', 'runs', 12] }]);
});

it('what nobody knows concerns nothing', () => {
  expect(staleBy({ type: 'WEATHER', subtype: 'CHANGED', id: 1 })).toEqual([]);
  expect(allStale).toContainEqual({ key: ['loans'] });
});

it('only messages of the socket are read', () => {
  expect(readMessage('{"type":"HERE","cursor":"4-1"}')).toEqual({ type: 'HERE', cursor: '4-1' });
  for (const text of ['', 'null', '[]', '{"type":"HERE"}', '{"cursor":"4-1"}', 7]) expect(readMessage(text)).toBeNull();
});
