export const texts = {
  region: 'Help and chat',
  chat: 'Chat',
  chatText: 'Chat isn’t connected. You can get help here:',
  support: 'Help',
  supportText: 'Get answers here:',
  portal: 'Support portal',
  officeHours: 'Live office hours',
  none: 'Ask your company administrator.',
  shortcuts: 'Press ? on any page for its keyboard shortcuts.',
  announcements: 'Announcements',
  noneAnnounced: 'No announcements yet.',
} as const;
