/** Words of the standard that splitting at capitals would not make readable. */
const labels: Record<string, string> = {
  USCitizen: 'U.S. Citizen',
  NonPermanentResidentAlien: 'Non-Permanent Resident Alien',
  NonResidentAlien: 'Non-Resident Alien',
  USDARuralDevelopment: 'USDA Rural Development',
  FirstLien: 'First Lien',
  GraduatedPaymentARM: 'Graduated Payment ARM',
  SiteBuilt: 'Site-Built',
  SemiDetached: 'Semi-Detached',
  LivingRentFree: 'No primary housing expense',
  LessThan25Percent: 'Less than 25%',
  GreaterThanOrEqualTo25Percent: '25% or more',
  CertificateOfDepositTimeDeposit: 'Certificate of Deposit',
  EarnestMoneyCashDepositTowardPurchase: 'Earnest Money',
  GiftOfCash: 'Cash Gift',
  GiftOfPropertyEquity: 'Gift of Equity',
  NonOriginatingFI: 'Non-Originating Financial Institution',
  Open30DayChargeAccount: 'Open 30-Day',
  CollectionsJudgmentsAndLiens: 'Collections, Judgments and Liens',
  DividendsInterest: 'Interest and Dividends',
  HousingChoiceVoucherProgram: 'Housing Choice Voucher Program (Section 8)',
  VABenefitsNonEducational: 'VA Compensation',
  NotesReceivableInstallment: 'Notes Receivable',
  MIPremium: 'Mortgage Insurance',
  MIPremiumRefund: 'Mortgage Insurance Premium Refund',
  FirstMortgagePrincipalAndInterest: 'First Mortgage (P & I)',
  FirstMortgagePITI: 'First Mortgage (PITI)',
  OtherMortgageLoanPrincipalAndInterest: 'Subordinate Lien (P & I)',
  OtherMortgageLoanPrincipalInterestTaxesAndInsurance: 'Subordinate Lien (PITI)',
  HomeownersInsurance: 'Homeowner’s Insurance',
  RealEstateTax: 'Property Taxes',
  HomeownersAssociationDuesAndCondominiumFees: 'Association Dues',
  ReserveNationalGuardNeverActivated: 'Reserve or National Guard, never activated',
  JointWithSpouse: 'Jointly with spouse',
  JointWithOtherThanSpouse: 'Jointly with another person',
  FHASecondaryResidence: 'FHA Secondary Residence',
  NoCashOut: 'No Cash-Out',
  LimitedCashOut: 'Limited Cash-Out',
  CashOut: 'Cash-Out',
  FaceToFace: 'Face to face',
};

/** A word of the standard as people write it: `SavingsAccount` is Savings Account. */
export function wordLabel(word: string | null | undefined): string {
  if (!word) return '';
  return labels[word] ?? word.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
}

/** The word, or what "Other" means where a file says it. */
export function wordOrOther(word: string | undefined, other: string | undefined): string {
  if (word && word !== 'Other') return wordLabel(word);
  return other ?? wordLabel(word);
}
