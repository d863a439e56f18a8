import { describe, expect, it } from 'vitest';
import type { TridData } from '@/api/types';
import { amountOf, edited, groupsOf, problemsOf, reviewOf } from './review';

const data = {
  LoanAmount: '300000.00',
  LoanPurpose: 'Purchase',
  PurchasePrice: '375000.00',
  ApplicationDate: '2026-11-02',
  PropertyUsageType: 'PrimaryResidence',
  SubjectProperty: {
    Address: { LineText: '1 Elm St', CityName: 'Oakland', StateCode: 'CA', PostalCode: '94607', TBDInd: false },
  },
  Borrowers: [
    {
      id: 'b',
      SSN: '123456789',
      GrossMonthlyIncome: '6000.00',
      Name: { FirstName: 'Ken', LastName: 'Customer' },
      Incomes: [{ id: 'i', kind: 'Base', monthlyAmount: '5000.00' }],
    },
  ],
} as unknown as TridData;

describe('the TRID review', () => {
  it('without edits changes nothing', () => {
    expect(edited(data, reviewOf(data))).toEqual({
      ...data,
      LoanAmount: '300000.00',
      AppraisedValue: undefined,
    });
  });

  it('keeps edits', () => {
    const review = {
      ...reviewOf(data),
      StateCode: 'NV',
      LoanAmount: '$310,000',
      'b/SSN': '457-55-5462',
      'b/i': '5,200',
    };
    const { LoanAmount, SubjectProperty, Borrowers } = edited(data, review);
    expect(LoanAmount).toBe('310000');
    expect(SubjectProperty.Address.StateCode).toBe('NV');
    expect(Borrowers[0]).toMatchObject({ SSN: '457555462', Incomes: [{ id: 'i', monthlyAmount: '5200' }] });
  });

  it('includes a borrower’s income from other sources', () => {
    const borrower = groupsOf(data)[2];
    expect(borrower?.gross?.(reviewOf(data))).toBe('6000.00');
    expect(borrower?.gross?.({ ...reviewOf(data), 'b/i': '5200' })).toBe('6200.00');
  });

  it('requires every item', () => {
    const groups = groupsOf(data);
    expect(problemsOf(groups, reviewOf(data))).toEqual({});
    const review = { ...reviewOf(data), LineText: ' ', LoanAmount: 'much', PostalCode: '9460', 'b/SSN': '123' };
    expect(Object.keys(problemsOf(groups, review))).toEqual(['LoanAmount', 'LineText', 'PostalCode', 'b/SSN']);
  });

  it('parses formatted amounts', () => {
    expect(['$1,250.50', '1250', '1.5.2', '', '-3', '1e9'].map(amountOf)).toEqual([
      '1250.50',
      '1250',
      null,
      null,
      null,
      null,
    ]);
  });
});
