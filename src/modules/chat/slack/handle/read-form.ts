import { instantOf, wallTime } from '#kernel/local-time.ts'
import type { SlackDeps } from '../../deps.ts'
import type { FormValues, SlackInteraction } from '../readings.ts'
import { fields, views } from '../show/action-names.ts'
import type { Metadata } from '../show/views.ts'

/** The errors of a form, by the block next to which Slack shows them. */
interface Errors {
  readonly errors: Readonly<Record<string, string>>
}

export interface Composed {
  readonly text: string
  /** The accounts by ID. */
  readonly accounts: readonly string[]
  readonly media: readonly string[]
  readonly after: 'draft' | 'schedule' | 'publish'
  /** Null if the form has no time. */
  readonly at: Date | null
}

const mostMedia = 20

/** Reads the composer. The API checks the complete post; this checks only errors that a field can show. */
export function readComposed(values: FormValues, metadata: Metadata, now: Date): Composed | Errors {
  const text = valueIn(values, fields.text)?.value ?? ''
  const media = (valueIn(values, fields.media)?.value ?? '').split(/\s+/).filter((line) => line !== '')
  const after = valueIn(values, fields.after)?.selected_option?.value ?? 'draft'
  const accounts = (valueIn(values, fields.accounts)?.selected_options ?? []).map(({ value }) => value)
  const errors: Record<string, string> = {}
  if (text.trim() === '' && media.length === 0) errors[fields.text] = 'Write something or add media.'
  if (media.length > mostMedia || !media.every(isLink))
    errors[fields.media] = `Add up to ${mostMedia} links starting with https://, one per line.`
  const isDraft = after !== 'schedule' && after !== 'publish'
  const hasAccounts = Object.hasOwn(values, fields.accounts)
  if (!isDraft && accounts.length === 0)
    errors[hasAccounts ? fields.accounts : fields.after] = hasAccounts
      ? 'Choose at least one account.'
      : 'Connect an account in Posthorn first.'
  const time = after === 'schedule' ? readTime(values, metadata, now) : { at: null }
  if ('errors' in time) Object.assign(errors, time.errors)
  if (Object.keys(errors).length > 0 || 'errors' in time) return { errors }
  return { text, accounts, media, after: isDraft ? 'draft' : after, at: time.at }
}

/** Reads the two fields of a time, in the time zone of the profile. */
export function readTime(values: FormValues, { timezone }: Metadata, now: Date): { readonly at: Date } | Errors {
  const date = valueIn(values, fields.date)?.selected_date
  const time = valueIn(values, fields.time)?.selected_time
  if (!date) return { errors: { [fields.date]: 'Choose a date.' } }
  if (!time) return { errors: { [fields.time]: 'Choose a time.' } }
  const wall = wallTime(`${date}T${time}`)
  if (wall === null) return { errors: { [fields.date]: 'Choose a date.' } }
  const at = instantOf(wall, timezone)
  return at > now ? { at } : { errors: { [fields.time]: 'Choose a time in the future.' } }
}

const valueIn = (values: FormValues, name: string) => values[name]?.[name]

const isLink = (text: string): boolean =>
  URL.parse(text)?.protocol === 'https:' || URL.parse(text)?.protocol === 'http:'

/** Reads a view's stored data. Posthorn wrote it, and Slack signs what it sends back. */
export function readMetadata(text: string): Metadata {
  try {
    const { profileId = '', timezone = 'UTC', postId = null, to } = JSON.parse(text)
    return { profileId, timezone, postId, to }
  } catch {
    return { profileId: '', timezone: 'UTC', postId: null }
  }
}

type Submission = Extract<SlackInteraction, { readonly type: 'view_submission' }>

/** Returns the errors of a modal, which Slack shows next to its fields. Null if the modal closes, and a job continues. */
export function answerSubmission({ clock }: Pick<SlackDeps, 'clock'>, { view }: Submission) {
  const { callback_id: name, state } = view
  const read = name === views.compose ? readComposed : name === views.schedule ? readTime : null
  const result = read?.(state.values, readMetadata(view.private_metadata), clock.now())
  return result && 'errors' in result ? { response_action: 'errors' as const, errors: result.errors } : null
}
