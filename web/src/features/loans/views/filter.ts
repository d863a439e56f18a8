import { day, integer, spaced } from '@/shared/lib/format';

export type Match = 'all' | 'any';
export type Condition = { field: string; operator: string; values: readonly string[] };
export type Group = { match: Match; conditions: readonly Condition[] };
export type Filter = { match: Match; conditions: readonly (Condition | Group)[] };

export type Kind = 'text' | 'word' | 'stage' | 'lender' | 'member' | 'choice' | 'day' | 'money' | 'rate' | 'number';
export type Field = {
  name: string;
  label: string;
  kind: Kind;
  mayBeEmpty?: boolean;
  words?: readonly string[];
  roles?: string[];
};

/** Fields of the pipeline's filter, in the usual order of use. */
export const fields: readonly Field[] = [
  { name: 'borrower', label: 'Borrower', kind: 'text' },
  { name: 'number', label: 'Number', kind: 'text' },
  { name: 'progress', label: 'Progress', kind: 'word', words: ['Active', 'Funded', 'Adverse', 'Archived'] },
  { name: 'stage', label: 'Stage', kind: 'stage' },
  { name: 'officer', label: 'Officer', kind: 'member', roles: ['ORIGINATOR'] },
  {
    name: 'processor',
    label: 'Processor',
    kind: 'member',
    roles: ['PROCESSOR', 'CONTRACTPROCESSOR'],
    mayBeEmpty: true,
  },
  { name: 'lender', label: 'Lender', kind: 'lender', mayBeEmpty: true },
  { name: 'amount', label: 'Amount', kind: 'money' },
  { name: 'rate', label: 'Rate', kind: 'rate', mayBeEmpty: true },
  { name: 'lockExpiration', label: 'Lock expiration', kind: 'day', mayBeEmpty: true },
  { name: 'closing', label: 'Closing', kind: 'day', mayBeEmpty: true },
  { name: 'nextDeadline', label: 'Next deadline', kind: 'day', mayBeEmpty: true },
  { name: 'application', label: 'Application', kind: 'day', mayBeEmpty: true },
  { name: 'funded', label: 'Funded', kind: 'day', mayBeEmpty: true },
  { name: 'created', label: 'Created', kind: 'day' },
  { name: 'updated', label: 'Updated', kind: 'day' },
  { name: 'purpose', label: 'Purpose', kind: 'word', words: ['Purchase', 'Refinance', 'Other'], mayBeEmpty: true },
  {
    name: 'mortgageType',
    label: 'Mortgage type',
    kind: 'word',
    words: ['Conventional', 'FHA', 'VA', 'USDARuralDevelopment', 'Other'],
    mayBeEmpty: true,
  },
  {
    name: 'lien',
    label: 'Lien',
    kind: 'word',
    words: ['FirstLien', 'SecondLien', 'ThirdLien', 'FourthLien', 'Other'],
    mayBeEmpty: true,
  },
  {
    name: 'amortization',
    label: 'Amortization',
    kind: 'word',
    words: ['Fixed', 'AdjustableRate', 'Other'],
    mayBeEmpty: true,
  },
  {
    name: 'occupancy',
    label: 'Occupancy',
    kind: 'word',
    words: ['PrimaryResidence', 'SecondHome', 'Investment', 'Other'],
    mayBeEmpty: true,
  },
  { name: 'state', label: 'State', kind: 'word', mayBeEmpty: true },
];

type Choices = readonly { value: string; label: string }[];

/** Fields of a filter, with the values of each `choice` field. */
export type Offered = { fields: readonly Field[]; choices: Record<string, Choices> };

export const offeredByPipeline: Offered = { fields, choices: {} };

export const fieldOf = (name: string, among = fields): Field | undefined => among.find((field) => field.name === name);

const common = { is: 'is', isNot: 'is not' };
const presence = { empty: 'is empty', notEmpty: 'is not empty' };
const numbers = { ...common, atLeast: 'is at least', atMost: 'is at most', between: 'is between' };

/** The operators of a field, most common first. */
export function operatorsOf({ kind, mayBeEmpty }: Field): Record<string, string> {
  const offered = {
    text: { contains: 'contains', ...common },
    word: common,
    stage: common,
    lender: common,
    member: common,
    choice: common,
    day: { within: 'is within', ...common, before: 'is before', after: 'is after', between: 'is between' },
    money: numbers,
    rate: numbers,
    number: numbers,
  }[kind];
  return { ...offered, ...(mayBeEmpty ? presence : {}) };
}

/** Periods around today, in the branch's time zone. */
export const periods: Record<string, string> = {
  today: 'today',
  tomorrow: 'tomorrow',
  yesterday: 'yesterday',
  'next:7': 'in the next 7 days',
  'next:14': 'in the next 14 days',
  'next:30': 'in the next 30 days',
  'last:7': 'in the last 7 days',
  'last:30': 'in the last 30 days',
  thisWeek: 'this week',
  nextWeek: 'next week',
  lastWeek: 'last week',
  thisMonth: 'this month',
  nextMonth: 'next month',
  lastMonth: 'last month',
  thisQuarter: 'this quarter',
  nextQuarter: 'next quarter',
  lastQuarter: 'last quarter',
  thisYear: 'this year',
  nextYear: 'next year',
  lastYear: 'last year',
};

export const isGroup = (part: Condition | Group): part is Group => 'conditions' in part;

/** Returns the name of an id. */
export type NameOf = (field: Field, value: string) => string | undefined;

/** Describes a condition: `in the next 7 days`. */
export function described({ field: name, operator, values }: Condition, nameOf: NameOf, among = fields): string {
  const field = fieldOf(name, among);
  if (!field) return operator;
  const shown = values.map((value) => shownValue(field, value, nameOf));
  const [first = '', second = ''] = shown;
  const listed = shown.length > 3 ? `${integer(shown.length)} values` : shown.join(' or ');
  const words: Record<string, string> = {
    is: listed,
    isNot: `not ${listed}`,
    contains: `contains “${first}”`,
    empty: 'is empty',
    notEmpty: 'is not empty',
    before: `before ${first}`,
    after: `after ${first}`,
    between: `${first} to ${second}`,
    within: periods[values[0] ?? ''] ?? aroundToday(values[0] ?? ''),
    atLeast: `at least ${first}`,
    atMost: `at most ${first}`,
  };
  return words[operator] ?? operator;
}

const aroundToday = (name: string) => {
  const [direction, days] = name.split(':');
  return `in the ${direction} ${days} days`;
};

function shownValue(field: Field, value: string, nameOf: NameOf): string {
  switch (field.kind) {
    case 'day':
      return value === 'today' ? value : day(value);
    case 'money':
      return `$${value.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
    case 'rate':
      return `${value}%`;
    case 'word':
      return spaced(value);
    case 'text':
    case 'number':
      return value;
    default:
      return nameOf(field, value) ?? '…';
  }
}

function isCondition(part: unknown): part is Condition {
  const { field, operator, values } = objectOf(part);
  return typeof field === 'string' && typeof operator === 'string' && Array.isArray(values);
}

/** Parses a filter from the address. Invalid parts are dropped. */
export function readFilter(text: string | undefined): Filter {
  const { match, conditions } = parsed(text);
  const parts = (Array.isArray(conditions) ? conditions : []).flatMap((part: unknown): (Condition | Group)[] => {
    if (isCondition(part)) return [part];
    const group = objectOf(part);
    const within = Array.isArray(group.conditions) ? group.conditions.filter(isCondition) : [];
    return within.length > 0 ? [{ match: group.match === 'all' ? 'all' : 'any', conditions: within }] : [];
  });
  return { match: match === 'any' ? 'any' : 'all', conditions: parts };
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** Adds a condition to the filter or its group. */
export function withCondition(filter: Filter, condition: Condition, isInGroup: boolean): Filter {
  if (!isInGroup) return { ...filter, conditions: [...filter.conditions, condition] };
  const group = filter.conditions.find(isGroup);
  const other: Match = filter.match === 'all' ? 'any' : 'all';
  const grown: Group = { match: group?.match ?? other, conditions: [...(group?.conditions ?? []), condition] };
  return { ...filter, conditions: [...filter.conditions.filter((part) => part !== group), grown] };
}

/** Replaces or removes a condition. */
export function replaced(filter: Filter, from: Condition, to: Condition | null): Filter {
  const swap = (conditions: readonly Condition[]) =>
    conditions.flatMap((one) => (one === from ? (to ? [to] : []) : [one]));
  const conditions = filter.conditions.flatMap((part): (Condition | Group)[] => {
    if (!isGroup(part)) return swap([part]);
    const within = swap(part.conditions);
    return within.length > 0 ? [{ ...part, conditions: within }] : [];
  });
  return { ...filter, conditions };
}

/** The filter for the address, or undefined if it is empty. */
export const written = (filter: Filter): string | undefined =>
  filter.conditions.length > 0 ? JSON.stringify(filter) : undefined;
