import type { Caller } from '#kernel/caller.ts'
import type { MediaId, PostId } from '#kernel/ids.ts'
import { findMediaByIds, makeProxyUrl } from '#modules/media/index.ts'
import { walksOf } from '#modules/publishing/index.ts'
import { platformFields } from '#rules/network-names.ts'
import type { PostDeps } from '../deps.ts'
import { postFor } from '../post-for.ts'
import { listTargets } from '../store/targets.ts'

type WalkDeps = Pick<PostDeps, 'db' | 'clock' | 'seal' | 'config' | 'connectors'>

/** Reads what is sent to each network for a post, and the progress. A target that was never enqueued is left out. */
export async function readWalks(deps: WalkDeps, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'viewer')
  const targets = (await listTargets(deps.db, id)).filter(({ publicationId }) => publicationId !== null)
  const walks = await walksOf(
    deps.db,
    deps.connectors,
    targets.map(({ publicationId }) => publicationId ?? ''),
  )
  const used = walks.flatMap(({ sent }) => sent.parts.flatMap(({ media }) => media.map(({ mediaId }) => mediaId)))
  const files = await findMediaByIds(deps.db, used as MediaId[])
  const urlOf = (mediaId: string) => {
    const file = files.get(mediaId as MediaId)
    if (!file) return null
    return file.facts.kind === 'video' && file.posterSize !== null
      ? makeProxyUrl(deps, file, 'poster')
      : makeProxyUrl(deps, file)
  }
  return targets.flatMap((target) => {
    const walk = walks.find(({ targetId }) => targetId === target.id)
    if (!walk) return []
    const { format, parts, title, link, language, firstComment, settings, extras } = walk.sent
    return {
      targetId: target.id,
      ...platformFields(target.network),
      accountId: target.accountId,
      status: walk.status,
      steps: walk.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at) })),
      now: walk.now,
      calls: walk.calls,
      sent: {
        format,
        title,
        link,
        language,
        firstComment,
        settings,
        extras,
        parts: parts.map(({ text, media }) => ({
          text,
          media: media.map(({ kind, mediaId, altText }) => ({ kind, altText, url: urlOf(mediaId) })),
        })),
      },
    }
  })
}
