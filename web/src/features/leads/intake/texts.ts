/** Words of the settings of intake. */
export const texts = {
  title: 'Lead intake',
  text: 'What is done with leads that programs and imports hand in.',
  rule: 'Somebody who seems to be known',
  ruleHelp: 'Of those who agree with a lead in name and e-mail or phone. A shared phone alone is no reason.',
  rules: {
    HOLD: ['Hold for review', 'Somebody looks at it first. It waits under Leads, Review.'],
    LINK: ['Link to the lead', 'No new lead. The one that is there gets a note with what came in.'],
    SKIP: ['Skip', 'No new lead, and no note.'],
    CREATE: ['Create with a mark', 'A new lead, with a note that names the one that is there.'],
  },
  owner: 'Owner',
  ownerTitle: 'Leads without an owner',
  ownerHelp: 'Who gets what names no owner. Without one it waits for review.',
  ownerPlaceholder: 'Nobody: hold for review',
  review: 'Open review',
  save: 'Save',
  saved: 'The settings were saved.',
} as const;
