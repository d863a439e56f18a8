import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import type { LinkAnswer } from '../calls';
import { LinkRefused, sent } from './link-mail';

const refusal = async (answer: Partial<LinkAnswer> | ApiError) => {
  const call =
    answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve({ success: false, message: null, ...answer });
  const error = await sent(call).catch((cause: unknown) => cause);
  return error instanceof LinkRefused ? [error.message, error.isAboutEmail] : error;
};

it('a success throws nothing', async () => {
  expect(await refusal({ success: true })).toBeUndefined();
});

it('FORGOT-20, FORGOT-21, MFA-16, MFA-17: an error about the address is shown at the address', async () => {
  expect(await refusal({ error: 'USER_NOT_FOUND' })).toEqual(['User not found', true]);
  expect(await refusal({ message: 'USER_COMPANY_MISMATCH' })).toEqual(['User not found', true]);
  expect(await refusal({ error: 'USER_ALREADY_REGISTERED' })).toEqual(['User is already registered', true]);
  expect(await refusal(new ApiError(404, { code: 'USER_NOT_FOUND', message: 'x' }, ''))).toEqual([
    'User not found',
    true,
  ]);
});

it('FORGOT-22, MFA-18: any other error shows the server’s message, or ours if it has none', async () => {
  const resting = { code: 'LWAPI10500', message: 'The mail is resting.' };
  expect(await refusal(new ApiError(500, resting, ''))).toEqual(['The mail is resting.', false]);
  expect(await refusal(new ApiError(500, null, ''))).toEqual(['Something went wrong.', false]);
  expect(await refusal({})).toEqual(['Something went wrong.', false]);
});
