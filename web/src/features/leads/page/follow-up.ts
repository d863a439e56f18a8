import dayjs from 'dayjs';

/** Tomorrow in the user's time zone. */
export const tomorrow = (): string => dayjs().add(1, 'day').format('YYYY-MM-DD');

/** The proposed follow-up date for an outcome: tomorrow if the lead did not answer. */
export const proposedFollowUp = (outcomeKind: string | undefined): string | null =>
  outcomeKind === 'NoAnswer' || outcomeKind === 'LeftMessage' ? tomorrow() : null;
