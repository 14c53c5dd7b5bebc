import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { writeMentions, writeMentionsOfComment } from '#rules/mentions.ts'
import { frameOf } from '#rules/view.ts'
import type { Overrides, PostMedia } from '../content.ts'
import type { MediaById, PostContent } from '../draft/draft.ts'
import { formatFor, partsFor } from './parts-for.ts'

/** Composes the content of one target: the post with the target's overrides. Pure. */
export function composeOutgoing(
  post: PostContent,
  overrides: Overrides,
  account: Pick<AccountForPublishing, 'network' | 'remoteId' | 'handle' | 'facts' | 'settings'>,
  files: MediaById,
): Outgoing {
  const { title = post.title, link = post.link, firstComment = post.firstComment } = overrides
  return {
    format: formatFor(post, overrides),
    parts: partsFor(post, overrides).map((part) => ({
      text: writeMentions(part.content, post.mentions, account.network),
      media: part.media.flatMap((item) => composeMedia(item, files)),
    })),
    title,
    link,
    language: post.language,
    firstComment: firstComment && writeMentionsOfComment(firstComment, post.mentions, account.network),
    settings: { ...account.settings, ...post.settings[account.network], ...overrides.settings },
    account: { remoteId: account.remoteId, handle: account.handle, facts: account.facts },
  }
}

/** Leaves out files that are missing or not fetched yet. For a scheduled post, there are none of these. */
function composeMedia({ thumbnailId, ...media }: PostMedia, files: MediaById): OutgoingMedia[] {
  const item = composeFile(media, files)
  const thumbnail = item?.kind === 'video' ? composeFile({ mediaId: thumbnailId ?? null }, files) : null
  return item ? [{ ...item, ...(thumbnail ? { thumbnail } : {}) }] : []
}

function composeFile({ mediaId, altText, view }: PostMedia, files: MediaById) {
  const file = mediaId === null ? undefined : files.get(mediaId)
  if (!file || mediaId === null) return null
  const { facts, size, contentType } = file
  const { kind } = facts
  const { width, height } = view ? frameOf(facts, view) : facts
  const item: OutgoingMedia = {
    mediaId,
    kind,
    contentType,
    size,
    width,
    height,
    durationMs: facts.kind === 'video' || facts.kind === 'audio' ? facts.durationMs : null,
    frameRate: facts.kind === 'video' ? facts.frameRate : null,
    pages: facts.kind === 'document' ? facts.pages : null,
    animated: facts.kind === 'image' && facts.animated,
    ...(facts.kind === 'image' ? { frames: facts.frames } : {}),
    hasAlpha: facts.kind === 'image' && facts.hasAlpha && view?.fit !== 'pad',
    altText: altText ?? file.altText,
    ...(view ? { view } : {}),
  }
  return item
}
