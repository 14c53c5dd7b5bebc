import type { Dialect } from '#rules/limits.ts'
import type { LimitsByNetwork } from '../check/limits.ts'
import { type Checked, type Extras, type PlannedPart, planOf } from '../check/use-check.ts'
import type { Account, Draft, DraftMedia } from '../draft/draft.ts'
import { addressOf, type ShownFiles } from '../media/shown-media.ts'
import { textOf } from '../text/room.ts'

export interface ShownMedia {
  readonly key: string
  readonly address: string
  readonly poster: string | null
  readonly isVideo: boolean
  readonly altText: string
  /** Width ÷ height, once the service has probed the file. */
  readonly aspect: number | null
  /** The reason why the network rejects the file. Null if it is accepted. */
  readonly rejected: string | null
}

export interface ShownPart {
  readonly key: string
  readonly text: string
  readonly media: readonly ShownMedia[]
}

/** The content of a preview: what the service says will be sent, or a guess until it responds. */
export interface ShownPost {
  readonly account: Account
  readonly dialect: Dialect
  readonly isGuess: boolean
  /** True on networks with stories. The others refuse the post. */
  readonly isStory: boolean
  readonly parts: readonly ShownPart[]
  readonly title: string
  /** The link of the card. Null if there is none. */
  readonly card: string | null
  readonly firstComment: string
  readonly extras: Extras
  readonly settings: Readonly<Record<string, unknown>>
}

interface Given {
  readonly draft: Draft
  readonly checked: Checked
  readonly limits: LimitsByNetwork
  readonly files: ShownFiles
}

export function showPost(account: Account, { draft, checked, limits, files }: Given): ShownPost {
  const plan = planOf(checked.check, account.id)
  const own = draft.own[account.id]
  const part = (planned: PlannedPart | null | undefined, nth: number): ShownPart => ({
    key: String(nth),
    text: followText(
      planned?.text,
      checked.about && textOf(checked.about, account.id, nth),
      textOf(draft, account.id, nth),
    ),
    media: showMedia(nth === 0 ? draft.media : (draft.thread[nth - 1]?.media ?? []), planned ?? null, files),
  })
  const parts = [part(plan, 0), ...draft.thread.map((_, nth) => part(plan?.thread[nth], nth + 1))]
  const extras = plan?.extras ?? {}
  const hasCard = parts[0]?.media.length === 0 && !extras.poll && !extras.cards
  return {
    account,
    dialect: limits.get(account.network)?.dialect ?? 'plain',
    isGuess: plan === null || !checked.isCurrent,
    isStory: draft.format === 'story' && limits.get(account.network)?.formats.includes('story') === true,
    parts,
    title: own?.title ?? draft.title,
    card: hasCard ? draft.link || (plan?.links[0] ?? null) : null,
    firstComment: own?.firstComment ?? draft.firstComment,
    extras,
    settings: { ...account.settings, ...own?.settings },
  }
}

/**
 * Returns the text as it will be sent: the service's version plus what was typed since the request. Where the service
 * changed the text itself, the typed version is shown until the next response.
 */
function followText(planned: string | undefined, requested: string | null, typed: string): string {
  if (planned === undefined || requested === null || requested === typed) return planned ?? typed
  return requested === '' ? typed : planned.includes(requested) ? planned.replace(requested, () => typed) : typed
}

function showMedia(media: readonly DraftMedia[], planned: PlannedPart | null, files: ShownFiles): ShownMedia[] {
  return media.map((file) => {
    const known = files.get(file.storagePath ?? '')
    const plan = planned?.media.find(({ mediaId }) => mediaId === known?.id)
    return {
      key: file.key,
      address: addressOf(file, files),
      poster: known?.posterUrl ?? null,
      isVideo: file.isVideo || known?.isVideo === true,
      altText: file.altText,
      aspect: plan && plan.height > 0 ? plan.width / plan.height : null,
      rejected: plan?.action === 'reject' ? (plan.why ?? '') : null,
    }
  })
}
