import type { PreviewFile, PreviewPart, PreviewPost } from '#rules/previews/post.ts'
import type { LimitsByNetwork } from '../check/limits.ts'
import { type Checked, type PlannedPart, planOf } from '../check/use-check.ts'
import type { Account, Draft, DraftMedia } from '../draft/draft.ts'
import { kindFor, partsFor } from '../draft/parts.ts'
import { addressOf, type ShownFiles } from '../media/shown-media.ts'
import { textOf } from '../text/room.ts'

/** The content of the pane's preview. */
export interface ShownPost {
  readonly post: PreviewPost
  /** True until the service has said what it will send. */
  readonly isGuess: boolean
}

interface Given {
  /** The name of the board of a pin. Null if it is not known. */
  readonly board: string | null
  readonly draft: Draft
  readonly checked: Checked
  readonly limits: LimitsByNetwork
  readonly files: ShownFiles
}

export function showPost(account: Account, { draft, checked, limits, files, board }: Given): ShownPost {
  const plan = planOf(checked.check, account.id)
  const own = draft.own[account.id]
  const part = (planned: PlannedPart | null | undefined, nth: number, media: readonly DraftMedia[]): PreviewPart => ({
    text: followText(
      planned && isUnread(planned) ? undefined : planned?.text,
      checked.about && textOf(checked.about, account.id, nth),
      textOf(draft, account.id, nth),
    ),
    files: showFiles(media, planned ?? null, files),
  })
  const parts = partsFor(draft, account.id).map(({ media }, nth) =>
    part(nth === 0 ? plan : plan?.thread[nth - 1], nth, media),
  )
  const extras = plan?.extras ?? {}
  const link = own?.link === undefined ? draft.link : own.link
  const hasCard = parts[0]?.files.length === 0 && !extras.poll && !extras.cards
  const settings = { ...account.settings, ...own?.settings }
  const topic = (settings as { readonly topicTag?: unknown }).topicTag
  return {
    isGuess: plan === null || !checked.isCurrent,
    post: {
      network: account.network,
      dialect: limits.get(account.network)?.dialect ?? 'plain',
      name: account.displayName ?? account.handle,
      handle: account.handle,
      avatarUrl: account.avatarUrl,
      isStory:
        kindFor(draft, account.id) === 'story' && limits.get(account.network)?.formats.includes('story') === true,
      parts,
      title: own?.title ?? draft.title,
      card: hasCard ? link || (plan?.links[0] ?? null) : null,
      firstComment: own?.firstComment === undefined ? draft.firstComment : (own.firstComment ?? ''),
      extras,
      topic: typeof topic === 'string' && topic !== '' ? topic.replace(/^#/, '') : null,
      board,
    },
  }
}

/** True for a text so far beyond the limit that the service counts it and plans nothing else. */
const isUnread = ({ text, length }: PlannedPart): boolean => text === '' && length > 0

/**
 * Returns the text as it will be sent: the service's version plus what was typed since the request. Where the service
 * changed the text itself, the typed version is shown until the next response.
 */
function followText(planned: string | undefined, requested: string | null, typed: string): string {
  if (planned === undefined || requested === null || requested === typed) return planned ?? typed
  return requested === '' ? typed : planned.includes(requested) ? planned.replace(requested, () => typed) : typed
}

function showFiles(media: readonly DraftMedia[], planned: PlannedPart | null, files: ShownFiles): PreviewFile[] {
  return media.map((file, nth) => {
    const known = files.get(file.storagePath ?? '')
    const isIts = ({ mediaId }: { readonly mediaId: string }) => mediaId === known?.id
    // A file can be in a post twice, with different views.
    const plan = planned?.media.find((one, at) => at >= nth && isIts(one)) ?? planned?.media.find(isIts)
    return {
      kind: file.isVideo || known?.isVideo === true ? 'video' : 'image',
      url: addressOf(file, files),
      posterUrl: known?.posterUrl ?? null,
      altText: file.altText,
      aspect: plan && plan.height > 0 ? plan.width / plan.height : null,
      rejected: plan?.action === 'reject' ? (plan.why ?? '') : null,
    }
  })
}
