import { randomBytes } from 'node:crypto'

/** The names of buttons, fields and views, as Slack sends them back. */
export const buttons = {
  publish: 'publish_now',
  /** Publishes although there are warnings, which the person has read. */
  publishWarned: 'publish_warned',
  scheduleWarned: 'schedule_warned',
  schedule: 'open_schedule',
  edit: 'open_edit',
  discard: 'discard',
  approve: 'approve',
  reject: 'open_reject',
  retry: 'retry',
  compose: 'open_compose',
  refresh: 'refresh_home',
  link: 'open_link',
} as const

const withEffect: readonly string[] = [
  buttons.publish,
  buttons.publishWarned,
  buttons.scheduleWarned,
  buttons.discard,
  buttons.approve,
  buttons.retry,
]

/** True for a button that changes something, and must do so once for each time that it is drawn. */
export const hasEffect = (name: string): boolean => withEffect.includes(name)

/** Writes the value of a button: what it is about, and a part that is new each time that the button is drawn. */
export const drawnFor = (subject: string): string => `${subject} ${randomBytes(6).toString('base64url')}`

/** Reads what a button is about. */
export const subjectIn = (value = ''): string => value.split(' ')[0] ?? ''

export const views = { compose: 'compose', schedule: 'schedule', reject: 'reject' } as const

export const shortcuts = { global: 'new_post', message: 'post_from_message' } as const

/** The blocks of the composer and their fields. Slack reports errors by the block. */
export const fields = {
  profile: 'profile',
  text: 'text',
  accounts: 'accounts',
  media: 'media',
  date: 'date',
  time: 'time',
  after: 'after',
  reason: 'reason',
} as const
