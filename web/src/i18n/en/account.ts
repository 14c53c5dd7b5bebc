import { sayAction } from './say-action.ts'
import { sayField } from './say-field.ts'

export const account = {
  sessions: {
    title: 'Where you are signed in',
    lead: 'Sign out any device that you do not recognise. It takes effect at once.',
    current: 'This device',
    unknown: 'Unknown program',
    device: (program: string, system: string) => `${program} on ${system}`,
    signedIn: (when: string) => `Signed in ${when}`,
    used: (when: string) => `used ${when}`,
    end: 'Sign out',
    endNamed: (device: string) => `Sign out of ${device}`,
    endOthers: 'Sign out everywhere else',
  },
  elsewhere: {
    title: 'Sign-in',
    lead: (issuer: string) => `Your address, your password and your devices are managed by ${issuer}.`,
  },
  report: {
    title: 'Weekly report',
    lead: 'Your numbers by mail, every Monday at 8:00. Quiet weeks are skipped.',
    next: (when: string) => `Next: ${when}`,
  },
  export: {
    title: 'Your data',
    lead: 'A zip file with your account, profiles, posts, numbers and files. You can take one each hour.',
    save: 'Download everything about you',
  },
  remove: {
    title: 'Delete your account',
    lead: 'This deletes all that is yours: brands, posts, files and connections. It cannot be undone.',
    open: 'Delete my account…',
    ask: 'Delete your account?',
    askLead: 'Posts that are out stay at the networks. Planned posts do not go out. There is no way back.',
    type: (email: string) => `Type “${email}” to confirm`,
    password: 'Your password',
    code: 'Code of your app',
    confirm: 'Delete everything',
  },
  activity: {
    say: sayAction,
    sayField,
    changed: (fields: string) => `Changed: ${fields}`,
    empty: 'Nothing has happened yet.',
    more: 'Show earlier entries',
    open: {
      post: 'Open the post',
      acc: 'Connections',
      key: 'API keys',
      media: 'Media',
      pinv: 'Members',
      prof: 'Settings',
      rec: 'Recurring posts',
      ses: 'Sign-ins',
      wh: 'Webhooks',
    },
    you: 'You',
    key: 'An API key',
    app: 'An app',
    system: 'Posthorn',
    other: 'Another person',
  },
}

/** The words around Slack in the settings of the user. */
export const slack = {
  title: 'Slack',
  lead: 'Write, publish and approve posts from Slack, and be told there what went out.',
  connected: (team: string) => `You are linked in ${team}. Type /posthorn help there.`,
  installedBy: (name: string, when: string) => `Installed by ${name}, ${when}`,
  install: 'Add to Slack',
  link: 'Somebody else installed it',
  codeLead: 'Type this in Slack within ten minutes. It works once.',
  command: 'Command',
  end: 'Disconnect',
  endTitle: 'Disconnect Slack?',
  endLead: 'If you installed the app, it is removed from the workspace for everybody. Otherwise only you are unlinked.',
}

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
