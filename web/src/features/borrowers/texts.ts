/** Words about borrowers, in one place so that they can be translated. */
export const texts = {
  possibleMatches: 'Possible matches for existing clients',
  resultsFound: (count: number) => `${count} Result found`,
  matchesHint: 'Name, email and phone are compared with your clients as you fill them in.',
  outside: (kind: string, owner: string | null | undefined, day: string) =>
    `${owner ?? 'Somebody else'} has a ${kind.toLowerCase()} for this client, made ${day}`,
} as const;
