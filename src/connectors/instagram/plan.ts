import type { Outgoing, OutgoingMedia, Plan, PlannedPart } from '#connectors/connector.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { instagram } from '#rules/networks/instagram.ts'
import { settingsOf } from './settings.ts'

/** The kinds of posts. Every single video in Instagram's feed is a reel. */
export type Kind = 'picture' | 'reel' | 'carousel' | 'story'

export const filesOf = ({ parts }: Outgoing): readonly OutgoingMedia[] => parts[0]?.media ?? []

export function kindOf(post: Outgoing): Kind {
  const [file, ...others] = filesOf(post)
  if (post.format === 'story') return 'story'
  if (others.length > 0) return 'carousel'
  return file?.kind === 'video' ? 'reel' : 'picture'
}

/** Returns the step that creates the first container. A carousel needs a container for each file before its own. */
export const containerStep = (post: Outgoing): string => (kindOf(post) === 'carousel' ? 'item' : 'container')

/** Returns the step after publishing, or null if there is none. */
export function stepAfter(post: Outgoing): 'comment' | 'closeComments' | null {
  if (post.firstComment !== null) return 'comment'
  return settingsOf(post.settings).allowComment === false && post.format !== 'story' ? 'closeComments' : null
}

const callsAfter = { comment: ['POST createComment'], closeComments: ['POST updateMedia'] } as const

export function plan(post: Outgoing): Plan {
  if (post.answers) return { first: 'reply', parts: [planned(textOf(post))], calls: ['POST createReply'] }
  const after = stepAfter(post)
  const items = kindOf(post) === 'carousel' ? filesOf(post).map(() => 'POST createContainer') : []
  return {
    first: 'room',
    parts: [planned(textOf(post))],
    calls: [
      'GET getPublishingLimit',
      // At least one request for the state; more while the files are processed.
      ...(items.length > 0 ? [...items, 'GET getContainer'] : []),
      ...['POST createContainer', 'GET getContainer', 'POST publishContainer', 'GET getMedia'],
      ...(after === null ? [] : callsAfter[after]),
    ],
  }
}

/**
 * Returns the text as written. A link is added below it, where it is not clickable. A story does not show text. A reply
 * to a reply begins with the handle of its author, because it is shown below the first comment.
 */
export function textOf({ format, parts, link, answers }: Outgoing): string {
  if (format === 'story') return ''
  const text = parts[0]?.text ?? ''
  if (answers && answers.remoteId !== answers.rootId && !text.includes(`@${answers.handle}`))
    return `@${answers.handle} ${text}`
  if (link === null || holdsLink(text, link, instagram.dialect)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

function planned(text: string): PlannedPart {
  const found = find(text, instagram.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
