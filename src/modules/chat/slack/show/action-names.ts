import { randomBytes } from 'node:crypto'
import type { Action, Verb } from '../../conversation/message.ts'

/** The names of buttons, as Slack sends them back. They never change, because old messages contain them. */
export const buttons = {
  show: 'show',
  publish: 'publish_now',
  publishAnyway: 'publish_warned',
  chooseTime: 'open_schedule',
  scheduleAnyway: 'schedule_warned',
  unschedule: 'unschedule',
  edit: 'open_edit',
  retry: 'retry',
  discard: 'discard',
  approve: 'approve',
  reject: 'open_reject',
  profile: 'choose_profile',
  compose: 'open_compose',
  refresh: 'refresh_home',
  showTalk: 'show_conversation',
  reply: 'open_reply',
  closeTalk: 'close_conversation',
  reopenTalk: 'reopen_conversation',
  takeTalk: 'take_conversation',
  cancelReply: 'cancel_reply',
  link: 'open_link',
} as const

type Name = (typeof buttons)[keyof typeof buttons]

export const nameVerb = (verb: Verb): Name => buttons[verb as keyof typeof buttons]

const withEffect: ReadonlySet<string> = new Set([
  buttons.publish,
  buttons.publishAnyway,
  buttons.scheduleAnyway,
  buttons.unschedule,
  buttons.discard,
  buttons.approve,
  buttons.retry,
  buttons.closeTalk,
  buttons.reopenTalk,
  buttons.takeTalk,
  buttons.cancelReply,
])

/** True for a button that changes something, which must happen once each time it is drawn. */
export const hasEffect = (name: string): boolean => withEffect.has(name.split('.')[0] ?? '')

/** Writes the value of a button: its subject, and a part that is new each time the button is drawn. */
export const drawnFor = (subject: string): string => `${subject} ${randomBytes(6).toString('base64url')}`

interface Pressed {
  readonly action_id: string
  readonly value?: string | undefined
}

/** Parses a button. Null for a button without an action, such as a link. */
export function readPressed({ action_id: id, value = '' }: Pressed): Action | null {
  const [name] = id.split('.')
  const [verb] = Object.entries(buttons).find(([, known]) => known === name) ?? []
  if (verb === undefined || verb === 'link') return null
  const [subject = '', ...extra] = (value.split(' ')[0] ?? '').split('/')
  return { verb: verb as Verb, subject, extra: extra.join('/') }
}

export const views = { compose: 'compose', schedule: 'schedule', reject: 'reject', reply: 'reply' } as const

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

/**
 * Returns a person's text without Slack's markup, which has links and mentions in angle brackets. A link becomes its
 * URL, a mention its name.
 */
export const readText = (text: string): string =>
  text
    .replace(/<([^<>]*)>/g, (_, inside: string) => readMark(inside))
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')

function readMark(inside: string): string {
  const [target = '', label = ''] = inside.split('|')
  if (target.startsWith('mailto:')) return label || target.slice('mailto:'.length)
  if (target.startsWith('#')) return label === '' ? target : `#${label}`
  if (target.startsWith('@')) return label === '' ? target : `@${label}`
  if (target.startsWith('!')) return label || `@${target.slice(1).split('^')[0] ?? ''}`
  return target
}
