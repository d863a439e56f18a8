import type { Application } from '@/api/types';
import { day, money, moneyColumn, months, phone, sum } from '@/shared/lib/format';
import { addressLine, type Borrower, fullName, headingOf } from './people';
import { maskedBirthDate, maskedTaxpayerNumber, type Sealed } from './sealed';
import { type EditableField, fact, type Group, type Section, section, tableOf, wanted, yesNo } from './section';
import { wordLabel, wordOrOther } from './word-label';

type Employment = Borrower['employments'][number];
type Income = Borrower['incomes'][number];

/** Section 1: who borrows, and what they earn. */
export function borrowerSections(application: Application, sealed: Sealed): Section[] {
  const each = (groups: (borrower: Borrower) => Group[]) =>
    application.borrowers.flatMap((borrower) => {
      const [first, ...rest] = groups(borrower);
      return first ? [{ ...headingOf(application, borrower), ...first }, ...rest] : [];
    });
  return [
    section(
      '1a',
      each((borrower) => [personal(application, borrower, sealed), ...residences(borrower)]),
    ),
    section(
      '1b',
      each((borrower) =>
        currentJobs(borrower)
          .slice(0, 1)
          .map((job) => employment(borrower, job, true)),
      ),
    ),
    section(
      '1c',
      each((borrower) =>
        currentJobs(borrower)
          .slice(1)
          .map((job) => employment(borrower, job, false)),
      ),
    ),
    section(
      '1d',
      each((borrower) => previousJobs(borrower).map((job) => employment(borrower, job, false))),
    ),
    section('1e', each(otherIncome)),
  ];
}

function personal({ borrowers }: Application, borrower: Borrower, sealed: Sealed): Group {
  return {
    key: borrower.id,
    fields: personalFields(borrower),
    facts: [
      // Several borrowers have their names as headings.
      ...(borrowers.length > 1 ? [] : [wanted('Name', fullName(borrower))]),
      wanted('SSN or ITIN', maskedTaxpayerNumber(sealed, borrower.id, borrower.taxpayerIdentifierLastFour)),
      wanted('Date of birth', maskedBirthDate(sealed, borrower.id)),
      wanted('Citizenship', wordLabel(borrower.citizenship)),
      wanted('Marital status', wordLabel(borrower.maritalStatus)),
      ...fact('Dependents', dependents(borrower)),
      wanted('Email', borrower.email),
      wanted('Cell phone', phone(borrower.cellPhone)),
      ...fact('Home phone', phone(borrower.homePhone)),
      ...fact('Work phone', workPhone(borrower)),
      ...fact('Other names', borrower.aliases.map(fullName).join('; ')),
      ...fact(
        'Domestic relationship',
        wordOrOther(borrower.domesticRelationshipType, borrower.domesticRelationshipOther),
      ),
      ...fact('Mailing address', addressLine(borrower.mailingAddress)),
      ...fact('Preferred language', borrower.languageRefused ? 'Prefers not to say' : languageName(borrower.language)),
      ...borrower.counseling.flatMap((each) => fact(wordLabel(each.kind) || 'Counseling', counseling(each))),
    ],
  };
}

const personalFields = (borrower: Borrower): EditableField[] => {
  const path = (field: string) => `borrowers/${borrower.id}/${field}`;
  return [
    { path: path('firstName'), label: 'First name', value: borrower.firstName ?? '', kind: 'text' },
    { path: path('middleName'), label: 'Middle name', value: borrower.middleName ?? '', kind: 'text' },
    { path: path('lastName'), label: 'Last name', value: borrower.lastName ?? '', kind: 'text' },
    { path: path('suffix'), label: 'Suffix', value: borrower.suffix ?? '', kind: 'text' },
    { path: path('email'), label: 'Email', value: borrower.email ?? '', kind: 'email' },
    { path: path('cellPhone'), label: 'Cell phone', value: phone(borrower.cellPhone), kind: 'phone' },
  ];
};

/** A language by its code (ISO 639-2), in English. */
function languageName(code: string | undefined): string | undefined {
  try {
    return code && new Intl.DisplayNames(['en'], { type: 'language' }).of(code);
  } catch {
    return code;
  }
}

function dependents({ dependentCount, dependentAges }: Borrower): string {
  if (dependentCount === undefined && dependentAges.length === 0) return '';
  const count = dependentCount ?? dependentAges.length;
  return dependentAges.length > 0 ? `${count} (ages ${dependentAges.join(', ')})` : String(count);
}

const workPhone = ({ workPhone: number, workPhoneExtension: extension }: Borrower): string =>
  number && extension ? `${phone(number)} ext. ${extension}` : phone(number);

const counseling = (each: Borrower['counseling'][number]): string =>
  [yesNo(each.confirmed), each.format, each.agency, day(each.completedOn)].filter(Boolean).join(', ');

function residences({ id, residences: homes }: Borrower): Group[] {
  const rent = moneyColumn(homes.map(({ monthlyRent }) => monthlyRent));
  const table = tableOf({
    columns: [
      { label: 'Residence' },
      { label: 'Address' },
      { label: 'Housing' },
      { label: 'Time there' },
      { label: 'Rent a month', isNumeric: true },
    ],
    rows: homes.map((home) => ({
      key: home.id,
      cells: [
        wordLabel(home.kind),
        addressLine(home.address),
        wordLabel(home.basis),
        months(home.months),
        rent(home.monthlyRent),
      ],
    })),
  });
  return homes.length > 0 ? [{ key: `${id} residences`, facts: [], ...table }] : [];
}

/** The main job first: the one a file calls primary, else the first. */
function currentJobs({ employments }: Borrower): Employment[] {
  const current = employments.filter(({ status }) => status !== 'Previous');
  return [...current].sort((a, b) => Number(b.classification === 'Primary') - Number(a.classification === 'Primary'));
}

const previousJobs = ({ employments }: Borrower): Employment[] =>
  employments.filter(({ status }) => status === 'Previous');

function employment(borrower: Borrower, job: Employment, isMain: boolean): Group {
  const incomes = borrower.incomes.filter((income) => isEarnedAt(borrower, income, job, isMain));
  return {
    key: job.id,
    facts: [
      wanted('Employer or business', job.employerName),
      ...fact('Position', job.position),
      ...fact('Phone', phone(job.phone)),
      ...fact('Address', addressLine(job.address)),
      ...fact('Start date', day(job.startedOn)),
      ...fact('End date', day(job.endedOn)),
      ...fact('In this line of work', months(job.lineOfWorkMonths)),
      ...fact('Self-employed', selfEmployed(job)),
      ...fact('Monthly income or loss', money(job.selfEmployedIncome)),
      ...fact('Party to the transaction', yesNo(job.specialRelationship)),
      ...fact('Foreign income', yesNo(job.foreignIncome)),
      ...fact('Seasonal income', yesNo(job.seasonalIncome)),
      ...fact('Previous gross monthly income', money(job.previousIncome)),
    ],
    ...incomeTable(incomes),
  };
}

const selfEmployed = ({ selfEmployed: is, ownership }: Employment): string =>
  [yesNo(is), is && wordLabel(ownership)].filter(Boolean).join(', ');

/** Income that names no job belongs to the main one. */
function isEarnedAt(borrower: Borrower, income: Income, job: Employment, isMain: boolean): boolean {
  if (income.employment) return income.employment === job.id;
  return isMain && income.fromEmployment === true && borrower.employments.includes(job);
}

const otherIncome = (borrower: Borrower): Group[] => {
  const hasJob = currentJobs(borrower).length > 0;
  const incomes = borrower.incomes.filter(
    (income) => !income.employment && (income.fromEmployment !== true || !hasJob),
  );
  return incomes.length > 0 ? [{ key: `${borrower.id} income`, facts: [], ...incomeTable(incomes) }] : [];
};

function incomeTable(incomes: readonly Income[]) {
  const amounts = incomes.map(({ monthlyAmount }) => monthlyAmount);
  const amount = moneyColumn(amounts);
  return tableOf({
    columns: [{ label: 'Income' }, { label: 'Amount a month', isNumeric: true }],
    rows: incomes.map((income) => ({
      key: income.id,
      cells: [wordOrOther(income.kind, income.other), amount(income.monthlyAmount)],
    })),
    ...(incomes.length > 1 && { totals: ['Total', amount(sum(amounts))] }),
  });
}
