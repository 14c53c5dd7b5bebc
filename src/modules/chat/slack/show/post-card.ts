import { escapeTags } from '#kernel/text/escape-html.ts'
import { formatTime } from '#tasks/format-time.ts'
import { shorten, titleOfNetwork } from '../../words.ts'
import { buttons } from './action-names.ts'
import { actions, type Block, button, context, type SlackMessage, section, words } from './blocks.ts'

/** A post as a card shows it: one that was read by itself, or one of a list. */
export interface Post {
  readonly id: string
  readonly status: string
  readonly content: string
  readonly scheduledAt: string | null
  readonly publishedAt: string | null
  readonly targets?: readonly Target[]
  /** Set for a post in a list, which has no targets. */
  readonly networks?: readonly string[]
}

interface Target {
  readonly network: string
  readonly status: string
  readonly url: string | null
  readonly error: string | null
}

const mostShown = 600

/** Draws a post with what can be done with it now. */
export function drawPost(post: Post, timezone: string, lead?: string): SlackMessage {
  const head = lead ?? sayStatus(post, timezone)
  return { text: summarize(head, post), blocks: postBlocks(post, timezone, head) }
}

/** Returns the text of a message about a post, which notifications show. */
export const summarize = (head: string, { content }: Pick<Post, 'content'>): string =>
  escapeTags(`${head}: ${shorten(content, 150)}`)

/** Draws a post with its buttons. */
export function postBlocks(post: Post, timezone: string, head?: string): readonly Block[] {
  const possible = buttonsFor(post)
  return [...contentBlocks(post, timezone, head), ...(possible.length > 0 ? [actions(...possible)] : [])]
}

/** Draws what a post says and where it goes. Its words are plain text: signs in them mean nothing to Slack. */
export function contentBlocks(post: Post, timezone: string, head = sayStatus(post, timezone)): readonly Block[] {
  const targets = sayTargets(post)
  return [
    section(`*${escapeTags(head)}*`),
    ...(post.content.trim() === '' ? [] : [words(shorten(post.content, mostShown))]),
    context(targets === '' ? 'No account is chosen yet: edit the post.' : targets),
  ]
}

function sayStatus({ status, scheduledAt, publishedAt }: Post, timezone: string): string {
  if (publishedAt) return `${capital(status)} ${formatTime(publishedAt, timezone)}`
  return status === 'scheduled' && scheduledAt ? `Scheduled for ${formatTime(scheduledAt, timezone)}` : capital(status)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Says where a post goes; once it is on its way, what became of it there. */
function sayTargets({ status, targets, networks = [] }: Post): string {
  const isWaiting = status === 'draft' || status === 'scheduled'
  if (targets && !isWaiting) return targets.map(sayTarget).join('\n')
  const names = [...new Set(targets?.map(({ network }) => network) ?? networks)]
  return names.length === 0 ? '' : `Goes to ${names.map(titleOfNetwork).join(', ')}.`
}

function sayTarget({ network, status, url, error }: Target): string {
  const title = titleOfNetwork(network)
  const name = url ? `<${url}|${title}>` : title
  return `${name}: ${status}${error ? `. ${escapeTags(error)}` : ''}`
}

/** The buttons that a post has in its state. The API refuses what has become impossible meanwhile. */
function buttonsFor({ id, status, targets, networks = [] }: Post): readonly Block[] {
  const discard = button('Discard', buttons.discard, id, {
    style: 'danger',
    confirm: { title: 'Discard the post?', text: 'It moves to the trash, where it stays for 30 days.' },
  })
  const schedule = button(status === 'scheduled' ? 'Change time' : 'Schedule', buttons.schedule, id)
  const edit = button('Edit', buttons.edit, id)
  const retry = button('Retry', buttons.retry, id, { style: 'primary' })
  switch (status) {
    case 'draft':
    case 'scheduled': {
      const hasAccounts = (targets ?? networks).length > 0
      return hasAccounts ? [publishButton(id), schedule, edit, discard] : [edit, discard]
    }
    case 'failed':
    case 'partial':
      return targets?.some((target) => target.status === 'failed') ? [retry] : []
    default:
      return []
  }
}

const publishButton = (id: string): Block =>
  button('Publish now', buttons.publish, id, {
    style: 'primary',
    confirm: { title: 'Publish now?', text: 'The post goes out at once, to all its accounts.' },
  })

/** Offers to go on all the same, below the warnings about a post: at a time, or at once. */
export const drawWarnings = (id: string, warnings: string, at: Date | null): SlackMessage => ({
  text: warnings,
  blocks: [
    section(warnings),
    actions(
      at === null
        ? button('Publish anyway', buttons.publishWarned, id, { style: 'danger' })
        : button('Schedule anyway', buttons.scheduleWarned, `${id}/${at.toISOString()}`, { style: 'danger' }),
      button('Edit', buttons.edit, id),
    ),
  ],
})
