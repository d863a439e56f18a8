import type { Matches } from '@/api/types';

type Agreed = Matches['rows'][number]['Agreed'][number];

const fields: Record<Agreed['field'], string> = {
  TaxpayerIdentifier: 'SSN',
  Email: 'email',
  Phone: 'phone',
  FirstName: 'first name',
  LastName: 'last name',
  BirthDate: 'date of birth',
  Address: 'address',
};

export const texts = {
  possibleMatches: 'Possible matches for existing clients',
  resultsFound: (count: number) => `${count} Result found`,
  matchesHint: 'Name, email and phone are compared with your clients as you fill them in.',
  strengths: { Certain: 'Certain', Likely: 'Likely', Possible: 'Possible' },
  /** Lists the matching fields in words: `same email, similar first name`. */
  agreed: (agreed: Agreed[]) => {
    const named = (equal: boolean) => agreed.filter((one) => one.equal === equal).map(({ field }) => fields[field]);
    const part = (how: string, names: string[]) => (names.length > 0 ? [`${how} ${names.join(', ')}`] : []);
    return [...part('same', named(true)), ...part('similar', named(false))].join('; ');
  },
} as const;
