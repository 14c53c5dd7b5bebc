import type { Finding, Outgoing, Plan, PlannedPart } from '#connectors/connector.ts'
import { find } from '#rules/find.ts'
import { facebook } from '#rules/networks/facebook.ts'

/**
 * What becomes of a post. Pictures always go ahead, unseen, and what shows them names them: so whoever looks for it knows
 * it by them. A video has its number before anybody sees it.
 */
export type Kind = 'text' | 'photos' | 'video' | 'reel' | 'photoStory' | 'videoStory'

export function kindOf({ format, parts }: Outgoing): Kind {
  const [file] = parts[0]?.media ?? []
  const isVideo = file?.kind === 'video'
  if (format === 'story') return isVideo ? 'videoStory' : 'photoStory'
  if (format === 'reel' || format === 'short') return 'reel'
  if (!file) return 'text'
  return isVideo ? 'video' : 'photos'
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
  const kind = kindOf(post)
  const comments = post.firstComment === null ? [] : ['POST createComment']
  return {
    first: firstSteps[kind],
    parts: [planned(textOf(post))],
    calls: [...callsOf(kind, post), ...comments],
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
    // The network says how large the pieces are; a small file is one.
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
 * As it was written. A link has a card of its own only where there is nothing else to see, so beside pictures it goes
 * below the text, unless it stands there.
 */
export function textOf({ format, parts, link }: Outgoing): string {
  // Nobody sees the text of a story.
  if (format === 'story') return ''
  const { text, media } = parts[0] ?? { text: '', media: [] }
  if (link === null || text.includes(link)) return text
  if (text.trim() === '') return link
  return media.length > 0 ? `${text.trimEnd()}\n\n${link}` : text
}

export const check = ({ format, parts }: Outgoing): readonly Finding[] =>
  format !== 'story' || (parts[0]?.text ?? '').trim() === ''
    ? []
    : [
        {
          code: 'text_not_used',
          message: 'Whoever sees a story on Facebook sees no text beside it; this one is left out.',
          at: { text: 0 },
          fix: 'Write it into the picture or the video.',
          minor: true,
        },
      ]

/** That of which a card is made; one that only stands in the text may be passed over. */
export function cardOf(post: Outgoing): string | null {
  if (kindOf(post) !== 'text') return null
  return post.link ?? planned(textOf(post)).links[0] ?? null
}

function planned(text: string): PlannedPart {
  const found = find(text, facebook.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  return { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
}
