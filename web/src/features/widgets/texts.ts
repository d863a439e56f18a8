/** Words of the widgets, in one place so that they can be translated. */
export const texts = {
  region: 'Help and chat',
  chat: 'Chat',
  chatText: 'No chat is connected to this installation. This is how you reach somebody.',
  support: 'Help',
  supportText: 'Where questions are answered.',
  portal: 'Support portal',
  officeHours: 'Live office hours',
  none: 'Ask the administrator of your company: this installation names no support portal.',
  shortcuts: 'Press ? on any page for its keyboard shortcuts.',
  announcements: 'Announcements',
  noneAnnounced: 'Nothing has been announced yet.',
} as const;
