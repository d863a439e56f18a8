export const texts = {
  board: 'Board',
  failedTitle: 'The loans could not be loaded',
  dueOn: (day: string) => `Due ${day}`,
  moveLoanTo: (name: string) => `Move ${name} to…`,
  boardWords: {
    help: 'Press Space to pick it up, the arrow keys to move it to another stage, Space to drop it, Escape to cancel.',
    move: (name: string) => `Move ${name}`,
    more: (stage: string) => `More at ${stage}`,
    lifted: (name: string) => `${name} picked up.`,
    over: (name: string, stage: string) => `${name} is over ${stage}.`,
    dropped: (name: string, stage: string) => `${name} dropped at ${stage}.`,
    backAgain: (name: string) => `${name} is back where it was.`,
  },
} as const;
