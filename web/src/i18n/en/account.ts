export const account = {
  sessions: {
    title: 'Active sessions',
    lead: 'Sign out any device you don’t recognize. Takes effect right away.',
    current: 'This device',
    unknown: 'Unknown app',
    device: (program: string, system: string) => `${program} on ${system}`,
    signedIn: (when: string) => `Signed in ${when}`,
    used: (when: string) => `last used ${when}`,
    end: 'Sign out',
    endNamed: (device: string) => `Sign out ${device}`,
    endOthers: 'Sign out everywhere else',
  },
  elsewhere: {
    title: 'Sign-in',
    lead: (issuer: string) => `${issuer} manages your email, password and devices.`,
  },
  report: {
    title: 'Weekly report',
    lead: 'Get your metrics by email every Monday at 8:00. Skipped when there’s no activity.',
    next: (when: string) => `Next: ${when}`,
  },
  keys: {
    title: 'Keyboard',
    lead: 'Single-key shortcuts act on one key, such as C for a new post. Shortcuts with Ctrl or ⌘ always work.',
    on: 'Single-key shortcuts in this browser',
  },
  export: {
    title: 'Export',
    lead: 'Download a zip of your account, brands, posts, metrics and files. Once per hour.',
    save: 'Download my data',
  },
  remove: {
    title: 'Delete your account',
    lead: 'This permanently deletes your brands, posts, files and connections. This can’t be undone.',
    open: 'Delete my account…',
    ask: 'Delete your account?',
    askLead: 'Published posts stay live. Scheduled posts are cancelled. This can’t be undone.',
    type: (email: string) => `Type “${email}” to confirm`,
    password: 'Your password',
    code: 'Authenticator code',
    confirm: 'Delete everything',
  },
}

/** The texts about Slack in the user settings. */
export const slack = {
  title: 'Slack',
  lead: 'Write, publish and approve posts from Slack, and get notified there.',
  connected: (team: string) => `Linked in ${team}. Type /posthorn help there.`,
  installedBy: (name: string, when: string) => `Installed by ${name}, ${when}`,
  install: 'Add to Slack',
  link: 'Link an existing workspace',
  codeLead: 'Type this in Slack within 10 minutes. It works once.',
  command: 'Command',
  end: 'Disconnect',
  endTitle: 'Disconnect Slack?',
  endLead: 'If you installed the app, this removes it for everyone in the workspace. Otherwise only you are unlinked.',
}

/** The texts about Telegram in the user settings. */
export const telegram = {
  title: 'Telegram',
  lead: 'Send text, images and videos to the bot to create drafts. Schedule and publish them in the chat.',
  none: 'A server administrator hasn’t set up a bot yet.',
  link: 'Link chat',
  linkAnother: 'Link another chat',
  codeLead: 'Open the bot and press Start. The code works once and expires in 10 minutes.',
  open: (bot: string) => `Open @${bot}`,
  command: 'For a group, send this message in it',
  linked: (when: string) => `Linked ${when}`,
  unreachable: 'Bot blocked or removed',
  unlink: 'Unlink',
}
