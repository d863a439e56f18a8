import { expect, it } from 'vitest';
import { sessionEndedContent } from './session-ended';

it('the session-ended screen has a title and a message of its own', () => {
  expect(sessionEndedContent({})).toEqual({
    title: 'Session Ended',
    message: 'Your session has ended. Please log in again to continue.',
  });
});

it('a title and a message in the address replace them', () => {
  expect(sessionEndedContent({ title: 'Bye', message: '<b>x</b>' })).toEqual({ title: 'Bye', message: '<b>x</b>' });
});

it('any other reason is shown as the message, malformed JSON as plain text', () => {
  expect(sessionEndedContent({ reason: 'Signed out by admin' }).message).toBe('Signed out by admin');
  expect(sessionEndedContent({ reason: '{"message":"Signed out' }).message).toBe('{"message":"Signed out');
  expect(sessionEndedContent({ reason: '{"message":"Moved"}' }).message).toBe('Moved');
});
