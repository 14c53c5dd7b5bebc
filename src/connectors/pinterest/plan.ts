import type { Finding, Outgoing, OutgoingMedia, OutgoingPart, Plan } from '#connectors/connector.ts'
import { find } from '#rules/find/find.ts'
import { pinterest } from '#rules/networks/pinterest.ts'
import { settingsOf } from './settings.ts'

/** Plans the calls and the exact text. */
export function plan(post: Outgoing): Plan {
  const { text } = partOf(post)
  const found = find(text, pinterest.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  const isVideo = videoIn(post) !== null
  return {
    first: isVideo ? 'sendVideo' : 'pin',
    parts: [{ text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }],
    calls: [
      // One `getMedia` call, or more while the video is processed.
      ...(isVideo ? ['POST registerMedia', 'POST uploadMedia', 'GET getMedia'] : []),
      'POST createPin',
    ],
  }
}

const linkMax = 2_048
/** The aspect ratio tolerance between a pin's images, which are all shown in one frame. */
const sameShape = 0.01

export function check(post: Outgoing): readonly Finding[] {
  const findings: Finding[] = []
  if (typeof post.settings.boardId !== 'string')
    findings.push({
      code: 'setting_missing',
      message: 'Choose a board for this pin.',
      at: { setting: 'boardId' },
      fix: 'Choose a board in Network options, or set a default board for the account.',
    })
  if (post.link !== null && [...post.link].length > linkMax)
    findings.push({
      code: 'link_too_long',
      message: `The link is ${[...post.link].length} characters. Pinterest allows ${linkMax}.`,
      at: { link: true },
      fix: 'Use a shorter link to the page.',
    })
  const { media } = partOf(post)
  const [first] = media
  if (first && videoIn(post) === null)
    for (const [index, item] of media.entries()) {
      if (Math.abs(shapeOf(item) - shapeOf(first)) <= sameShape) continue
      findings.push({
        code: 'image_cannot_be_fitted',
        message:
          `This image is ${item.width} × ${item.height}, the first is ${first.width} × ${first.height}. Pinterest ` +
          'needs one aspect ratio for all images.',
        at: { media: index },
        fix: 'Crop it to match the first image, or remove it.',
      })
    }
  return [...findings, ...coverFindings(post)]
}

function coverFindings(post: Outgoing): Finding[] {
  const durationMs = videoIn(post)?.durationMs ?? null
  const atSeconds = coverSecondOf(post)
  if (durationMs === null || atSeconds * 1_000 <= durationMs) return []
  return [
    {
      code: 'settings_invalid',
      at: { setting: 'coverAtSeconds' },
      message: `The video is ${(durationMs / 1_000).toFixed(1)} s long. The cover can’t be at ${atSeconds} s.`,
      fix: 'Choose an earlier moment.',
    },
  ]
}

/** Pinterest accepts whole seconds. */
export const coverSecondOf = ({ settings }: Outgoing): number => Math.floor(settingsOf(settings).coverAtSeconds ?? 0)

const shapeOf = ({ width, height }: OutgoingMedia): number => (height === 0 ? 0 : width / height)

export function partOf({ parts }: Outgoing): OutgoingPart {
  const [part] = parts
  if (!part) throw new Error('an outgoing post has at least one part')
  return part
}

export const videoIn = (post: Outgoing): OutgoingMedia | null =>
  partOf(post).media.find(({ kind }) => kind === 'video') ?? null

const altMax = 500

/** Joins the distinct alt texts of all images, as many as fit in full: a pin has one alt text. */
export function altTextOf(media: readonly OutgoingMedia[]): string {
  const texts = new Set(media.map(({ altText }) => altText?.trim() ?? '').filter((text) => text !== ''))
  return [...texts].reduce((all, text) => {
    const longer = all === '' ? text : `${all}\n${text}`
    return [...longer].length <= altMax || all === '' ? longer : all
  }, '')
}

/** Returns a pin's text fields under Pinterest's names. */
export function wordsOf(post: Outgoing): Readonly<Record<string, string>> {
  const { text, media } = partOf(post)
  const { boardId, boardSectionId } = settingsOf(post.settings)
  const all = {
    board_id: boardId ?? '',
    board_section_id: boardSectionId ?? '',
    title: post.title ?? '',
    description: text,
    link: post.link ?? '',
    alt_text: altTextOf(media),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
