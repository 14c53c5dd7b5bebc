import { type Limits, limitsForFormat } from '#rules/limits.ts'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from '../../check/limits.ts'
import type { Account, Draft } from '../../draft/draft.ts'
import { kindFor } from '../../draft/parts.ts'
import type { Ratio } from './frame-moves.ts'

interface Preset extends Ratio {
  readonly name: string
  /** The networks whose apps show a post in this shape well. */
  readonly suits: readonly NetworkName[]
  /** True for a shape that fills a phone. */
  readonly isTall?: true
}

const presets: readonly Preset[] = [
  { name: '4:5', across: 4, down: 5, suits: ['instagram', 'facebook', 'threads', 'linkedin'] },
  {
    name: '1:1',
    across: 1,
    down: 1,
    suits: ['instagram', 'facebook', 'threads', 'linkedin', 'x', 'bluesky', 'mastodon'],
  },
  { name: '1.91:1', across: 191, down: 100, suits: ['facebook', 'linkedin', 'x', 'bluesky', 'mastodon', 'instagram'] },
  { name: '9:16', across: 9, down: 16, suits: ['tiktok', 'youtube'], isTall: true },
  { name: '2:3', across: 2, down: 3, suits: ['pinterest'] },
]

export const ratios: readonly Ratio[] = presets

/** A shape that the dialog offers, with the chosen networks that it suits. */
export interface Offer {
  readonly name: string
  readonly ratio: Ratio
  readonly networks: readonly NetworkName[]
}

const accepts = ({ image: { aspect } }: Limits, { across, down }: Ratio): boolean =>
  aspect === undefined || (across / down >= aspect.min && across / down <= aspect.max)

/** Lists the shapes for the chosen accounts. A network’s own limits decide whether it is named. All without accounts. */
export function listOffers(draft: Draft, targets: readonly Account[], limits: LimitsByNetwork): readonly Offer[] {
  const offers = presets.map(({ name, suits, isTall = false, ...ratio }) => {
    const fitting = targets.filter((account) => {
      const kind = kindFor(draft, account.id)
      const rules = limits.get(account.network)
      const isShape = kind === 'story' || kind === 'reel' ? isTall : suits.includes(account.network)
      return rules && isShape && accepts(limitsForFormat(rules, kind), ratio)
    })
    return { name, ratio, networks: [...new Set(fitting.map(({ network }) => network))] }
  })
  return targets.length === 0 ? offers : offers.filter(({ networks }) => networks.length > 0)
}
