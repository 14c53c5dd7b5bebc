import { isWebUrl } from '#connectors/api/web-url.ts'
import type { Outgoing, OutgoingMedia, Plan, PlannedPart } from '#connectors/connector.ts'
import { extrasOf } from '#connectors/contract/extras.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { linkedin } from '#rules/networks/linkedin.ts'
import { seenOf, tokensOf } from './post/little-text.ts'
import { pollMinutesOf, settingsOf } from './settings.ts'

/** The size of all video parts except the last. LinkedIn states where each part begins and ends. */
const partBytes = 4_194_304

/**
 * Plans the calls and the text as readers will see it. The image upload for a link card is not in the plan, because
 * only reading the page shows whether it has an image.
 */
export function plan(post: Outgoing): Plan {
  const files = filesOf(post)
  const { poll, reshare: quotes } = settingsOf(post.settings)
  return {
    first: firstStep(post),
    parts: [planned(textOf(post))],
    calls: [
      ...(isDocument(post) ? ofDocument : files.flatMap(callsFor)),
      'POST createPost',
      ...(post.firstComment === null ? [] : ['POST createComment']),
    ],
    ...extrasOf({
      poll: poll && { question: poll.question, options: poll.options, minutes: pollMinutesOf(poll) },
      quotes,
    }),
  }
}

export const filesOf = ({ parts }: Outgoing): readonly OutgoingMedia[] => parts[0]?.media ?? []

/** True if the post is a carousel, which is a document on LinkedIn. */
const isDocument = ({ format }: Outgoing): boolean => format === 'carousel'

const ofDocument = ['POST initializeDocument', 'PUT uploadDocument', 'GET getDocument']

function firstStep(post: Outgoing): string {
  const [file] = filesOf(post)
  if (!file) return findCardRequest(post) === null ? 'post' : 'look'
  if (isDocument(post)) return 'document'
  return file.kind === 'video' ? 'startVideo' : 'image'
}

function callsFor({ kind, size }: OutgoingMedia): readonly string[] {
  if (kind === 'image') return ['POST initializeImage', 'PUT uploadImage', 'GET getImage']
  const parts = Array.from({ length: Math.max(1, Math.ceil(size / partBytes)) }, () => 'PUT uploadVideoPart')
  return ['POST initializeVideo', ...parts, 'POST finalizeVideo', 'GET getVideo']
}

/**
 * Returns the text before escaping. A link is added below the text, unless the text contains it or the author has
 * described its card.
 */
export function textOf(post: Outgoing): string {
  const text = post.parts[0]?.text ?? ''
  const { link } = post
  if (link === null || cardOf(post) !== null || holdsLink(text, link, linkedin.dialect)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}

/** A link card. Null fields come from the linked page. */
export interface CardRequest {
  readonly source: string
  readonly title: string | null
  readonly description: string | null
}

/** Returns the card that the author has described. A post with files has no card, except an article with its image. */
function cardOf(post: Outgoing): CardRequest | null {
  const { article, poll, reshare } = settingsOf(post.settings)
  const isArticle = post.format === 'article'
  const title = article?.title ?? (isArticle ? post.title?.trim() : undefined)
  if (post.link === null || !title || poll || reshare || (!isArticle && filesOf(post).length > 0)) return null
  return { source: post.link, title, description: article?.description || null }
}

/** Returns the card for the post. LinkedIn does not read pages, so a link without a card stays plain text. */
export function findCardRequest(post: Outgoing): CardRequest | null {
  const described = cardOf(post)
  const { linkCard = true, poll, reshare } = settingsOf(post.settings)
  if (described !== null || !linkCard || poll || reshare || filesOf(post).length > 0) return described
  const source = post.link ?? planned(textOf(post)).links[0] ?? null
  return source !== null && isWebUrl(source) ? { source, title: null, description: null } : null
}

function planned(written: string): PlannedPart {
  const text = seenOf(written)
  const found = find(text, 'plain')
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  const mentions = tokensOf(written).flatMap((token) => (token.is === 'mention' ? [token.urn] : []))
  return { text, links: valuesOf('link'), mentions, tags: valuesOf('tag') }
}
