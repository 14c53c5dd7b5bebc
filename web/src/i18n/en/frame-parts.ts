import { plural } from '../plural.ts'

/** The texts of the parts of the frame that load after it. */
export const zone = {
  title: 'Your time zone is UTC',
  lead: (name: string) => `This browser is in ${name}. Weekly reports and recurring posts can follow your time zone.`,
  choose: (name: string) => `Use ${name}`,
  keep: 'Keep UTC',
}

export const live = {
  offline: 'You’re offline. Your changes are kept in this browser and saved when you reconnect.',
  noAnswer: 'Can’t reach Posthorn. Your changes are kept in this browser. Retrying…',
  interrupted: 'Live updates paused. Reconnecting… Everything else still works.',
}

export const offline = {
  title: 'You’re offline',
  noAnswer: 'Can’t reach Posthorn',
  lead: 'This page loads automatically when Posthorn is back. Your drafts are safe.',
  write: 'Draft your next post in the meantime',
  kept: 'Saved in this browser. It becomes a draft when Posthorn is back.',
}

export const received = {
  title: 'Shared with Posthorn',
  lead: 'Check that you shared this. Posthorn saves nothing until you choose.',
  use: 'Use it',
  discard: 'Discard',
  nothing: 'Nothing was shared',
  nothingLead: 'It was already used or discarded, or another website sent it.',
  saveIdea: 'Save as idea',
}

export const palette = {
  label: 'Search pages, actions and posts',
  none: 'No results.',
  groups: { places: 'Go to', actions: 'Actions', profiles: 'Brands', posts: 'Posts' },
  actions: {
    light: 'Switch to light mode',
    dark: 'Switch to dark mode',
    keys: 'Keyboard shortcuts',
    asCode: 'Show this page as code',
  },
  keys: {
    title: 'Keyboard shortcuts',
    lead: 'They work while you’re not typing. Turn single keys off in Settings › Profile.',
    offLead: 'Single keys are off. Turn them on in Settings › Profile.',
    palette: 'Search or jump to…',
    compose: 'New post',
    help: 'Keyboard shortcuts',
    asCode: 'This page as code',
    rows: 'Next / previous row of a list',
    openRow: 'Open the row',
    select: 'Select the row',
    search: 'Search this page',
    today: 'Calendar: today',
    months: 'Calendar: previous / next month',
    days: 'Calendar: move between days',
    write: 'Calendar: new post on the selected day',
    note: 'Calendar: note on the selected day',
    move: 'Calendar: move the selected post',
    reply: 'Inbox: reply',
    done: 'Inbox: done',
    snooze: 'Inbox: snooze',
    label: 'Inbox: labels',
    inboxNote: 'Inbox: note for your team',
    hideComment: 'Inbox: hide the latest comment',
    assign: 'Inbox: assign, twice for yourself',
    reopen: 'Inbox: reopen',
    close: 'Close dialog or menu',
  },
  asCode: {
    title: 'This page as code',
    lead: 'The API calls behind this page. Set POSTHORN_API_KEY to your API key to run them.',
    form: 'Format',
    forms: { curl: 'curl', typescript: 'TypeScript', cli: 'Command line', mcp: 'Agent (MCP)' },
    none: {
      cli: (operation: string) => `${operation} isn’t available in the CLI. Use curl or TypeScript.`,
      mcp: (operation: string) => `${operation} isn’t available to agents. Use curl or TypeScript.`,
    },
    toolsets: (url: string) => `By default, agents get the most used tools. Connect to ${url} for all of them.`,
    keys: 'API keys',
    reference: 'API reference',
  },
}

export const weather = {
  lead: 'Make a sandbox network fail and see how Posthorn responds. Real networks aren’t affected.',
  presets: {
    label: 'Presets',
    outage: 'Short outage',
    lost: 'Lost response',
    refusal: 'Rejected post',
    rush: 'Rate limit',
  },
  network: 'Network',
  fault: 'Failure',
  calls: 'Duration',
  untilMended: 'Until I stop it',
  next: (count: number) => (count === 1 ? 'Next request' : `Next ${count} requests`),
  break: 'Start',
  mend: 'Stop',
  mendAll: 'Stop all',
  clear: 'All networks are up.',
  left: (count: number) => `${plural('en', count, { one: 'request', other: 'requests' })} left`,
  struck: (count: number) => `affected ${plural('en', count, { one: 'request', other: 'requests' })}`,
  kinds: {
    error_before: 'Returns an error',
    reset: 'Drops the connection',
    rate_limit: 'Rate limit exceeded',
    expired_token: 'Access token expired',
    revoked_token: 'Access revoked',
    reject: 'Rejects the post',
    error_after: 'Posts, then returns an error',
    timeout_after: 'Posts, then never responds',
    drop_after: 'Posts, then the connection drops',
    truncate_after: 'Posts, then returns half a response',
    slow: 'Responds 5 seconds late',
    slow_processing: 'Video processing takes 1 minute longer',
  },
  time: 'Sandbox clock',
  timeLead: 'Skip ahead on the networks: metrics grow and access expires. Your own schedule stays the same.',
  pass: { hour: '1 hour later', day: '1 day later', month: '30 days later' },
  ahead: (time: string) => `Sandbox time: ${time}`,
}
