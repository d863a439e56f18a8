import dayjs from 'dayjs';

/** The reader's own tomorrow. */
export const tomorrow = (): string => dayjs().add(1, 'day').format('YYYY-MM-DD');

/** When to be in touch next after an outcome: whoever did not answer is called again tomorrow. */
export const proposedFollowUp = (outcomeKind: string | undefined): string | null =>
  outcomeKind === 'NoAnswer' || outcomeKind === 'LeftMessage' ? tomorrow() : null;
