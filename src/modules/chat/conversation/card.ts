import { shorten } from '#kernel/text/shorten.ts'
import { readPlatform } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { trashDays } from '#rules/trash.ts'
import { formatTime } from '#tasks/format-time.ts'
import { type ActionButton, inPairs, type Line, type Message } from './message.ts'

/** A post as a card shows it: one that was read with its targets, or one of a list. */
export interface Post {
  readonly id: string
  readonly status: string
  readonly content: string
  readonly scheduledAt: string | null
  readonly publishedAt: string | null
  readonly files?: number
  readonly targets?: readonly Target[]
  /** Set for a post in a list, which has no targets. */
  readonly networks?: readonly string[]
}

interface Target {
  readonly network: string
  readonly accountId: string | null
  readonly status: string
  readonly url: string | null
  readonly error: string | null
}

interface Account {
  readonly id: string
  readonly network: string
  readonly handle: string
  readonly isDefault: boolean
}

interface View {
  readonly timezone: string
  /** The accounts that buttons choose from; null if a form does this. */
  readonly accounts: readonly Account[] | null
  /** Replaces the status. */
  readonly title?: string | undefined
  readonly text?: string | undefined
  /** A button above those of the post. */
  readonly first?: ActionButton | undefined
}

const maxAccounts = 20

/** The web app's label for the status of a post or one of its targets. */
const statuses: Readonly<Record<string, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  pending: 'Pending',
  queued: 'Queued',
  publishing: 'Publishing',
  processing: 'Processing',
  held: 'On hold',
  published: 'Published',
  partial: 'Partly published',
  failed: 'Failed',
  unknown: 'Unconfirmed',
  cancelled: 'Cancelled',
}

export const nameStatus = (status: string): string => statuses[status] ?? status

/** Returns the name of a network as people write it. */
export function nameNetwork(network: string): string {
  const known = readPlatform(network)
  return known ? limitsForNetwork(known).name : network
}

/** Returns the accounts for a new post: the default account of each network, as in the web app. */
export const chooseAccounts = (accounts: readonly Account[]): string[] =>
  accounts.filter(({ isDefault }) => isDefault).map(({ id }) => id)

/** Returns the end of an ID, which fits into a button and is unique among the accounts of a profile. */
export const endOf = (id: string): string => id.slice(-10)

/** Shows a post with buttons for its possible actions. The API rejects what has become impossible since. */
export function drawCard(post: Post, { timezone, accounts, title, text, first }: View): Message {
  return {
    title: title ?? describeStatus(post, timezone),
    content: post.content,
    lines: [...describeFiles(post), ...describeTargets(post, accounts)],
    ...(text === undefined ? {} : { text }),
    buttons: [...(first ? [[first]] : []), ...drawButtons(post, accounts)],
    post: post.id,
  }
}

/** Describes the status: `Scheduled for Mon 23 Nov 2026, 09:00 Europe/Berlin`. */
function describeStatus({ status, scheduledAt, publishedAt, targets }: Post, timezone: string): string {
  if (publishedAt) return `${nameStatus(status)} ${formatTime(publishedAt, timezone)}`
  if (status === 'scheduled' && scheduledAt) return `${nameStatus(status)} for ${formatTime(scheduledAt, timezone)}`
  const isHeld = status === 'queued' && targets?.length && targets.every((target) => target.status === 'held')
  return nameStatus(isHeld ? 'held' : status)
}

const describeFiles = ({ files = 0 }: Post): Line[] =>
  files === 0 ? [] : [{ text: files === 1 ? '1 file' : `${files} files` }]

/** Describes the accounts of a post or, after publishing began, the outcome at each. */
function describeTargets({ status, targets, networks = [] }: Post, accounts: View['accounts']): Line[] {
  if (targets && status !== 'draft' && status !== 'scheduled')
    return targets.map(({ network, status: state, url, error }) => ({
      text: `${nameNetwork(network)}: ${nameStatus(state).toLowerCase()}${error ? ` – ${shorten(error, 300)}` : ''}`,
      url,
    }))
  const names = [...new Set(targets?.map(({ network }) => network) ?? networks)].map(nameNetwork)
  if (names.length > 0) return [{ text: `Posting to ${names.join(', ')}.` }]
  if (accounts?.length === 0) return [{ text: 'No accounts on this brand yet. Connect one in Posthorn.' }]
  return [{ text: accounts ? 'No account selected yet.' : 'No accounts selected. Edit the post to choose some.' }]
}

function drawButtons(post: Post, accounts: View['accounts']): readonly (readonly ActionButton[])[] {
  const { id: subject, status, targets, networks = [] } = post
  const edit: readonly ActionButton[] = accounts ? [] : [{ label: 'Edit', verb: 'edit', subject }]
  const goesOut = (targets ?? networks).length > 0
  switch (status) {
    case 'draft':
      return [
        ...(accounts ? drawAccounts(post, accounts) : []),
        ...(goesOut ? [[publishButton(subject), { label: 'Schedule', verb: 'chooseTime', subject } as const]] : []),
        [...edit, discardButton(subject)],
      ]
    case 'scheduled':
      return [
        [publishButton(subject), { label: 'Change time', verb: 'chooseTime', subject }],
        [{ label: 'Back to draft', verb: 'unschedule', subject }, ...edit, discardButton(subject)],
      ]
    case 'queued':
    case 'publishing':
      return [[{ label: 'Refresh', verb: 'show', subject }]]
    case 'failed':
    case 'partial':
      return targets?.some((target) => target.status === 'failed')
        ? [[{ label: 'Retry', verb: 'retry', subject, look: 'primary' }]]
        : []
    default:
      return []
  }
}

const publishButton = (subject: string): ActionButton => ({
  label: 'Publish now',
  verb: 'publish',
  subject,
  look: 'primary',
  confirm: { title: 'Publish now?', text: 'It will be published right away to all its accounts.' },
})

const discardButton = (subject: string): ActionButton => ({
  label: 'Discard',
  verb: 'discard',
  subject,
  look: 'danger',
  confirm: { title: 'Discard this post?', text: `You can restore it from the trash for ${trashDays} days.` },
})

/** A check mark shows the accounts that the post is published to. */
function drawAccounts({ id, targets = [] }: Post, accounts: readonly Account[]): readonly ActionButton[][] {
  const chosen = new Set(targets.map(({ accountId }) => accountId))
  const buttons = accounts.slice(0, maxAccounts).map(
    (account): ActionButton => ({
      label: shorten(`${chosen.has(account.id) ? '✓ ' : ''}${nameNetwork(account.network)} ${account.handle}`, 40),
      verb: 'account',
      subject: id,
      extra: endOf(account.id),
    }),
  )
  return inPairs(buttons)
}
