import { expect, it } from 'vitest';
import { holds, parseCondition } from './condition';

const application = { loan: { purpose: 'Refinance' } };
const item = { kind: 'Other', excluded: true, paid: false, count: 2, chosen: ['A', 'B'], one: true, three: true };
const evaluate = (text: string) => holds(parseCondition(text), application, item);

// The same cases as in crates/lending/src/form/condition.rs.
it.each([
  '',
  'kind=Bond,Other',
  'excluded',
  '/loan/purpose=Refinance',
  'kind!=Bond',
  'count>0',
  'chosen=B',
  'two & one ; three',
])('the condition %j holds', (text) => expect(evaluate(text)).toBe(true));

it.each([
  'kind=Bond',
  'paid',
  'missing',
  '/loan/purpose=Purchase',
  'kind!=Other',
  'missing>0',
  'chosen=C',
  'one & two',
  'two ; three & four',
])('the condition %j doesn’t hold', (text) => expect(evaluate(text)).toBe(false));
