import { expect, it } from 'vitest';
import { resetSearch, sessionEndedContent } from './session-ended';

it('the session-ended page has a default title and message', () => {
  expect(sessionEndedContent({})).toEqual({
    title: 'Session Ended',
    message: 'Your session has ended. Please log in again to continue.',
  });
});

it('a title and a message in the address replace them', () => {
  expect(sessionEndedContent({ title: 'Bye', message: '<b>x</b>' })).toEqual({ title: 'Bye', message: '<b>x</b>' });
});

it('any other reason is shown as the message, and malformed JSON as plain text', () => {
  expect(sessionEndedContent({ reason: 'Signed out by admin' }).message).toBe('Signed out by admin');
  expect(sessionEndedContent({ reason: '{"message":"Signed out' }).message).toBe('{"message":"Signed out');
  expect(sessionEndedContent({ reason: '{"message":"Moved"}' }).message).toBe('Moved');
});

it('SESSION-16, SESSION-17: an expired password and a blocked user are sent to set a new password', () => {
  expect(resetSearch({ reason: '{"message":"reset password","email":"a@b.co"}' })).toEqual({
    reason: 'reset password',
    email: 'YUBiLmNv',
  });
  expect(resetSearch({ reason: '{"message":"reset password"}' })).toEqual({ reason: 'reset password' });
  expect(resetSearch({ reason: 'user is blocked' })).toEqual({ reason: 'reset password' });
  for (const reason of [undefined, '', 'Signed out by admin', '{"message":"Moved"}', '"reset password"', 'null']) {
    expect(resetSearch({ reason })).toBeNull();
  }
});
