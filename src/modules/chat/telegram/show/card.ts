import { escapeTags } from '#kernel/text/escape-html.ts'
import { listAccounts } from '#tasks/accounts/list-accounts.ts'
import { formatTime } from '#tasks/format-time.ts'
import { shorten, titleOfNetwork } from '../../words.ts'
import type { Actor } from '../talk/actor.ts'
import { offeredTimes } from '../talk/read-time.ts'
import type { Button, Buttons } from './reply.ts'

/** A post as a message with buttons. */

type Stored = Awaited<ReturnType<Actor['api']['getPost']>>

/** The part of a post that a card shows. */
export interface ShownPost extends Pick<Stored, 'id' | 'status' | 'content' | 'scheduledAt' | 'publishedAt'> {
  readonly media: readonly unknown[]
  readonly targets: readonly Pick<
    Stored['targets'][number],
    'network' | 'accountId' | 'status' | 'platformUrl' | 'error'
  >[]
}

interface ShownAccount {
  readonly id: string
  readonly network: string
  readonly handle: string
}

interface Card {
  readonly html: string
  readonly buttons: Buttons
}

const maxContent = 1_500
const maxNote = 1_200
/** All targets together, so that a card always fits into a message, which takes 4,096 characters. */
const maxTargets = 1_200
const mostAccounts = 20

/** Lists the accounts to which a post of this profile can go. */
export async function listShownAccounts({ api }: Actor, profile: string): Promise<readonly ShownAccount[]> {
  const { accounts } = await listAccounts.run(api, { profile })
  return accounts.slice(0, mostAccounts)
}

/** The end of an id is enough to tell the accounts of a profile apart, and fits into a button. */
export const endOf = (id: string): string => id.slice(-10)

/** Shows a post as it is, with the buttons for what can be done with it. */
export function showCard(
  post: ShownPost,
  accounts: readonly ShownAccount[],
  actor: Pick<Actor, 'timezone'>,
  note?: string,
): Card {
  const lines = [
    `<b>${escapeTags(headOf(post, actor.timezone))}</b>`,
    '',
    escapeTags(shorten(post.content, maxContent)) || '<i>No text yet. Edit your message to add one.</i>',
    ...filesLine(post),
    ...targetLines(post, accounts),
    ...(note === undefined ? [] : ['', escapeTags(shorten(note, maxNote))]),
  ]
  return { html: lines.join('\n'), buttons: buttonsFor(post, accounts) }
}

const headOf = ({ status, scheduledAt, publishedAt, targets }: ShownPost, timezone: string): string => {
  switch (status) {
    case 'draft':
      return 'Draft'
    case 'scheduled':
      return scheduledAt ? `Scheduled for ${formatTime(scheduledAt, timezone)}` : 'Scheduled'
    case 'queued':
    case 'publishing':
      return targets.every((target) => target.status === 'held') ? 'Waiting' : 'Going out now'
    case 'published':
      return publishedAt ? `Published ${formatTime(publishedAt, timezone)}` : 'Published'
    case 'partial':
      return 'Published in part'
    case 'failed':
      return 'Failed'
    case 'unknown':
      return 'Outcome unknown'
    default:
      return status
  }
}

function filesLine({ media }: ShownPost): string[] {
  if (media.length === 0) return []
  return ['', media.length === 1 ? '1 file' : `${media.length} files`]
}

function targetLines({ status, targets }: ShownPost, accounts: readonly ShownAccount[]): string[] {
  if (status === 'draft' || status === 'scheduled') {
    if (accounts.length === 0) return ['', 'No account is connected to this profile yet. Connect one in Posthorn.']
    return status === 'scheduled'
      ? ['', `Goes to ${targets.map(({ network }) => titleOfNetwork(network)).join(', ')}.`]
      : []
  }
  const lines = targets.map(({ network, status: state, platformUrl, error }) => {
    const more = platformUrl ?? error
    return `${titleOfNetwork(network)}: ${state}${more ? ` – ${shorten(more, 300)}` : ''}`
  })
  return ['', ...fitLines(lines).map(escapeTags)]
}

/** Returns as many whole lines as fit, and the number of the others. */
function fitLines(lines: readonly string[]): readonly string[] {
  let used = 0
  for (const [at, line] of lines.entries()) {
    used += line.length + 1
    if (used > maxTargets) return [...lines.slice(0, at), `… and ${lines.length - at} more`]
  }
  return lines
}

function buttonsFor(post: ShownPost, accounts: readonly ShownAccount[]): Buttons {
  const { id, status, targets } = post
  switch (status) {
    case 'draft':
      return [
        ...accountButtons(post, accounts),
        [
          { text: 'Publish now', data: `pub:${id}` },
          { text: 'Schedule', data: `when:${id}` },
        ],
        [{ text: 'Discard', data: `del:${id}` }],
      ]
    case 'scheduled':
      return [
        [
          { text: 'Publish now', data: `pub:${id}` },
          { text: 'Change time', data: `when:${id}` },
        ],
        [{ text: 'Back to draft', data: `unq:${id}` }],
      ]
    case 'failed':
    case 'partial':
      return targets.some((target) => target.status === 'failed') ? [[{ text: 'Try again', data: `try:${id}` }]] : []
    case 'queued':
    case 'publishing':
      return [[{ text: 'Refresh', data: `show:${id}` }]]
    default:
      return []
  }
}

/** Two accounts in a row. A tick marks those to which the post goes. */
function accountButtons({ id, targets }: ShownPost, accounts: readonly ShownAccount[]): Buttons {
  const chosen = new Set(targets.map(({ accountId }) => accountId))
  const all = accounts.map(
    (account): Button => ({
      text: shorten(`${chosen.has(account.id) ? '✓ ' : ''}${titleOfNetwork(account.network)} ${account.handle}`, 40),
      data: `acc:${id}:${endOf(account.id)}`,
    }),
  )
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, row) => all.slice(row * 2, row * 2 + 2))
}

/** Asks for the time of a post. */
export function askForTime(post: ShownPost, { timezone }: Pick<Actor, 'timezone'>, now: Date): Card {
  const chips = offeredTimes(now, timezone).map(
    ({ label, typed }): Button => ({ text: label, data: `at:${post.id}:${typed}` }),
  )
  const rows = Array.from({ length: Math.ceil(chips.length / 2) }, (_, row) => chips.slice(row * 2, row * 2 + 2))
  return {
    html: [
      '<b>When?</b>',
      '',
      escapeTags(shorten(post.content, 300)),
      '',
      `Press a time, or write one, such as <i>tomorrow 9</i>, <i>thu 18:30</i> or <i>1 dec 9:00</i>. Times are in ${escapeTags(timezone)}.`,
    ].join('\n'),
    buttons: [...rows, [{ text: 'Back', data: `show:${post.id}` }]],
  }
}
