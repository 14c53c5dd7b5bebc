import type { Outgoing, Plan, PlannedPart } from '#connectors/connector.ts'
import { extrasOf } from '#connectors/contract/extras.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { facebook } from '#rules/networks/facebook.ts'
import { fitsReel } from './media/upright.ts'
import { settingsOf } from './settings.ts'

/**
 * The kinds of posts. Images are always uploaded first, unpublished, and the publishing call names them, so a search
 * can identify the post by them. A video has an ID before it is visible. A vertical video is published as a reel,
 * whatever kind the post states.
 */
type Kind = 'text' | 'photos' | 'video' | 'reel' | 'photoStory' | 'videoStory'

export function kindOf({ format, parts }: Outgoing): Kind {
  const [file, ...others] = parts[0]?.media ?? []
  const isVideo = file?.kind === 'video'
  if (format === 'story') return isVideo ? 'videoStory' : 'photoStory'
  if (format === 'reel' || format === 'short') return 'reel'
  if (!file) return 'text'
  if (!isVideo) return 'photos'
  return others.length === 0 && fitsReel(file) ? 'reel' : 'video'
}

const firstSteps: Readonly<Record<Kind, string>> = {
  text: 'post',
  photos: 'photo',
  video: 'startVideo',
  reel: 'startReel',
  photoStory: 'photo',
  videoStory: 'startStory',
}

export function plan(post: Outgoing): Plan {
  if (post.answers) return { first: 'reply', parts: [planned(textOf(post))], calls: ['POST createComment'] }
  const kind = kindOf(post)
  const comments = post.firstComment === null ? [] : ['POST createComment']
  return {
    first: firstSteps[kind],
    parts: [planned(textOf(post))],
    calls: [...callsOf(kind, post), ...comments],
    ...extrasOf({ cards: settingsOf(post.settings).cards }),
  }
}

function callsOf(kind: Kind, { parts }: Outgoing): readonly string[] {
  const photos = (parts[0]?.media ?? []).map(() => 'POST createPhoto')
  switch (kind) {
    case 'text':
      return ['POST createPost']
    case 'photos':
      return [...photos, 'POST createPost']
    case 'photoStory':
      return [...photos.slice(0, 1), 'POST createPhotoStory']
    // The network decides the size of the pieces; a small file is one piece.
    case 'video':
      return ['POST startVideo', 'POST transferVideo', 'POST finishVideo', 'GET getVideo']
    case 'reel':
      return ['POST startReel', 'POST uploadVideo', 'POST finishReel', 'GET getVideo']
    case 'videoStory':
      return ['POST startVideoStory', 'POST uploadVideo', 'GET getVideo', 'POST finishVideoStory', 'GET getVideo']
    default:
      return kind satisfies never
  }
}

/**
 * Returns the text to send. A link has a card only in a post without files. In a post with files, or if it leads to
 * Facebook itself, the link is added below the text, unless the text contains it.
 */
export function textOf({ format, parts, link }: Outgoing): string {
  // A story does not show text.
  if (format === 'story') return ''
  const { text, media } = parts[0] ?? { text: '', media: [] }
  if (link === null || holdsLink(text, link, facebook.dialect)) return text
  if (text.trim() === '') return link
  return media.length > 0 || isFacebookLink(link) ? `${text.trimEnd()}\n\n${link}` : text
}

/**
 * Returns the card's link; with several cards, the link at the end of the row. Facebook may ignore a link that is only
 * in the text, so it is always sent separately, unless it leads to Facebook itself.
 */
export function cardOf(post: Outgoing): string | null {
  if (kindOf(post) !== 'text') return null
  const links = [post.link, settingsOf(post.settings).cards?.[0], ...planned(textOf(post)).links]
  return links.find((link) => link && !isFacebookLink(link)) ?? null
}

function planned(text: string): PlannedPart {
  const found = find(text, facebook.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}

/**
 * True for one of Facebook's own URLs. Facebook refuses a post with such a URL in its card (1609008), but accepts it in
 * the text.
 */
export function isFacebookLink(link: string): boolean {
  const host = URL.parse(link)?.hostname ?? ''
  return /(?:^|\.)(?:facebook|fb)\.com$/i.test(host)
}
