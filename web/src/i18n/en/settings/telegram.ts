/** The words around Telegram in the settings of the user. */
export const telegram = {
  title: 'Telegram',
  lead: 'Send texts, pictures and videos to a bot: they become drafts that you schedule and publish there.',
  none: 'The people who run this installation have not set up a bot yet.',
  link: 'Link a chat',
  linkAnother: 'Link another chat',
  codeLead: 'Open the bot and press Start. The code works once, for ten minutes.',
  open: (bot: string) => `Open @${bot}`,
  command: 'For a group: send this to it',
  linked: (when: string) => `Linked ${when}`,
  unreachable: 'The bot was blocked or removed',
  unlink: 'Unlink',
}
