import { escapeTags } from '#kernel/text/escape-html.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { nameNetwork } from '../../conversation/card.ts'
import type { ActionButton, Message } from '../../conversation/message.ts'
import type { ReplyTo } from '../../conversation/talks.ts'
import { fields, views } from './action-names.ts'
import { type Block, plainText, renderBlocks, section } from './render.ts'

interface Composer {
  readonly profiles: readonly { readonly id: string; readonly name: string }[]
  readonly profileId: string
  readonly timezone: string
  /** The accounts of that profile. */
  readonly accounts: readonly { readonly id: string; readonly network: string; readonly handle: string }[]
  readonly text: string
  readonly chosen: readonly string[]
  /** The post to change; null for a new one. */
  readonly postId: string | null
}

/** The part of a view that only Posthorn reads. Slack sends it back with the view. */
export interface Metadata {
  readonly profileId: string
  readonly timezone: string
  readonly postId: string | null
  /** Set in the modal of a reply. */
  readonly to?: ReplyTo | undefined
}

export const maxText = 3_000
const maxOptions = 100

interface Form {
  readonly name: string
  readonly metadata: Metadata
  readonly title: string
  readonly submit: string
}

const modal = ({ name, metadata, title, submit }: Form, blocks: readonly Block[]): Block => ({
  type: 'modal',
  callback_id: name,
  private_metadata: JSON.stringify(metadata),
  title: plainText(title, 24),
  submit: plainText(submit, 24),
  close: plainText('Cancel', 24),
  blocks,
})

interface InputLook {
  readonly optional?: boolean
  readonly hint?: string
  /** True if a change is sent immediately. */
  readonly reports?: boolean
}

/** Draws a field. Its block and the field have one name. */
const input = (name: string, label: string, element: Block, { optional, hint, reports }: InputLook = {}): Block => ({
  type: 'input',
  block_id: name,
  label: plainText(label, 2_000),
  element: { action_id: name, ...element },
  ...(optional && { optional: true }),
  ...(hint && { hint: plainText(hint, 2_000) }),
  ...(reports && { dispatch_action: true }),
})

const option = (text: string, value: string) => ({ text: plainText(text, 75), value })
const longText = { type: 'plain_text_input', multiline: true } as const

/** Draws the modal for writing a post. */
export function drawComposer(composer: Composer): Block {
  const { profiles, profileId, timezone, accounts, text, postId } = composer
  const isNew = postId === null
  const title = isNew ? 'New post' : 'Edit post'
  const written = text === '' ? {} : { initial_value: shorten(text, maxText) }
  const hint = isNew ? 'One link per line.' : 'One link per line. Replaces the post’s current media.'
  return modal({ name: views.compose, metadata: { profileId, timezone, postId }, title, submit: 'Save' }, [
    ...(profiles.length > 1 && isNew ? [profileField(composer)] : []),
    input(fields.text, 'Text', { ...longText, ...written }, { optional: true }),
    ...(accounts.length > 0 ? [accountsField(composer)] : []),
    input(fields.media, 'Images and videos', longText, { optional: true, hint }),
    input(fields.after, 'When done', { type: 'static_select', options: afterOptions, initial_option: afterOptions[0] }),
    ...timeFields(timezone, { optional: true }),
  ])
}

const afterOptions = [
  option('Save as draft', 'draft'),
  option('Schedule for the time below', 'schedule'),
  option('Publish now', 'publish'),
]

function profileField({ profiles, profileId }: Composer): Block {
  const options = profiles.slice(0, maxOptions).map(({ id, name }) => option(name, id))
  const initial = options.find(({ value }) => value === profileId)
  const element = { type: 'static_select', options, ...(initial && { initial_option: initial }) }
  return input(fields.profile, 'Brand', element, { reports: true })
}

function accountsField({ accounts, chosen }: Composer): Block {
  const options = accounts
    .slice(0, maxOptions)
    .map(({ id, network, handle }) => option(`${handle} on ${nameNetwork(network)}`, id))
  const initial = options.filter(({ value }) => chosen.includes(value))
  const element = {
    type: 'multi_static_select',
    placeholder: plainText('Choose accounts', 150),
    options,
    ...(initial.length > 0 && { initial_options: initial }),
  }
  return input(fields.accounts, 'Accounts', element, { optional: true })
}

/** The two fields of a time. Slack has no field that names a time zone, so the label does. */
const timeFields = (timezone: string, look: InputLook): readonly Block[] => [
  input(fields.date, 'Date', { type: 'datepicker' }, look),
  input(fields.time, `Time (${timezone})`, { type: 'timepicker' }, look),
]

export const drawSchedule = (metadata: Metadata): Block =>
  modal(
    { name: views.schedule, metadata, title: 'Schedule post', submit: 'Schedule' },
    timeFields(metadata.timezone, {}),
  )

/** Draws the modal that asks why a post is not approved. */
export const drawRejection = (metadata: Metadata): Block =>
  modal({ name: views.reject, metadata, title: 'Reject post', submit: 'Reject' }, [
    input(fields.reason, 'What should change?', longText),
  ])

/** Draws the modal in which a reply to a stranger is written. */
export const drawReply = (metadata: Metadata): Block =>
  modal({ name: views.reply, metadata, title: 'Reply', submit: 'Send' }, [
    input(fields.text, 'Your reply, as everyone will see it', longText),
  ])

/** Draws a modal without fields, such as a refusal. */
export const drawNotice = (title: string, text: string): Block => ({
  type: 'modal',
  title: plainText(title, 24),
  close: plainText('Close', 24),
  blocks: [{ type: 'section', text: plainText(text, 3_000) }],
})

const homeButtons: readonly ActionButton[] = [
  { label: 'New post', verb: 'compose', subject: 'home', look: 'primary' },
  { label: 'Refresh', verb: 'refresh', subject: 'home' },
]

/** Draws the home tab: an introduction, and lists of posts. */
export const drawHome = (profile: string, timezone: string, lists: readonly Message[]): Block => ({
  type: 'home',
  blocks: [
    section(`*${escapeTags(profile)}* · Times in ${timezone}`),
    ...renderBlocks({ buttons: [homeButtons] }),
    ...lists.flatMap(({ title = '', cards = [], ...rest }) => [
      { type: 'header', text: plainText(title, 150) },
      ...cards.flatMap((card) => [...renderBlocks(card), { type: 'divider' }]),
      ...renderBlocks(rest),
    ]),
  ],
})

/** Draws the home tab of an unlinked person, which only explains how to link. */
export const drawHomeOfStranger = (howTo: string): Block => ({ type: 'home', blocks: [section(escapeTags(howTo))] })
